//! The search parameters. Each is declared once, with name, type, default, range, tuning step and
//! meaning.

use crate::eval::Scale;

/// The declaration of a search parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its default value.
    pub default: i32,
    /// Its smallest value.
    pub min: i32,
    /// Its largest value.
    pub max: i32,
    /// The step by which a tuner changes it.
    pub step: i32,
}

/// Why a search parameter could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("unknown search parameter '{0}'")]
    Unknown(String),
    /// The text is not a number in the parameter's range.
    #[error("'{text}' is not a valid {name}; give a whole number from {min} to {max}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The text.
        text: String,
        /// The smallest value of the parameter.
        min: i32,
        /// The largest value of the parameter.
        max: i32,
    },
}

macro_rules! params {
    ($($name:ident: $type:ty = $default:literal, $min:literal..=$max:literal, $step:literal; $meaning:literal)*) => {
        /// The search parameters.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $(#[doc = $meaning] pub $name: $type,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// All parameters.
            pub const ALL: &[Param] = &[$(Param {
                name: stringify!($name),
                meaning: $meaning,
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)*];

            /// Sets a parameter by its name.
            ///
            /// # Errors
            ///
            /// If the name is unknown, or the text is not a whole number in the parameter's range.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        self.$name = text
                            .parse()
                            .ok()
                            .filter(|value| ($min..=$max).contains(value))
                            .ok_or_else(|| ParamError::Value {
                                name: stringify!($name),
                                text: text.to_owned(),
                                min: $min,
                                max: $max,
                            })?;
                    })*
                    _ => return Err(ParamError::Unknown(name.to_owned())),
                }
                Ok(())
            }

            /// The value of every parameter, in the order of [`Params::ALL`].
            pub fn values(&self) -> impl Iterator<Item = (&'static Param, i32)> {
                Self::ALL.iter().zip([$(self.$name,)*])
            }
        }
    };
}

params! {
    aspiration_depth: i32 = 4, 1..=12, 1; "Depth from which an iteration begins with an aspiration window."
    aspiration_step: i32 = 30, 5..=200, 5; "Centipawns from the previous score to either side of the aspiration window."

    fifty_moves_calm: i32 = 80, 0..=100, 5; "Halfmove clock above which evaluations are damped by the fifty-move rule."
    fifty_moves_scale: i32 = 120, 100..=1000, 20; "Each ply after fifty_moves_calm takes this part of the evaluation off: with 120, one 120th."

    reverse_futility_depth: i32 = 6, 0..=12, 1; "Greatest depth for reverse futility pruning."
    reverse_futility_margin: i32 = 90, 20..=300, 10; "Centipawns above beta per ply of depth that reverse futility pruning needs."
    reverse_futility_improving: i32 = 60, 0..=200, 10; "Centipawns less that reverse futility pruning needs if the static evaluation is improving."
    razoring_depth: i32 = 2, 0..=6, 1; "Greatest depth for razoring."
    razoring_margin: i32 = 350, 50..=1000, 25; "Centipawns below alpha per ply of depth that razoring needs."

    null_move_depth: i32 = 3, 1..=8, 1; "Depth from which null moves are tried."
    null_move_base: i32 = 3, 1..=6, 1; "Plies by which the search after a null move is reduced at least."
    null_move_divisor: i32 = 5, 2..=12, 1; "The search after a null move is reduced by one ply more per this many plies of depth."
    null_move_eval: i32 = 200, 50..=800, 25; "The search after a null move is reduced by one ply more per this many centipawns above beta, by at most three plies more."
    null_move_verify: i32 = 10, 4..=64, 1; "Depth from which a null move cutoff is verified."

    extension_reach: i32 = 2, 0..=4, 1; "There are no extensions beyond this multiple of the iteration's depth."
    iir_depth: i32 = 4, 2..=12, 1; "Depth from which a PV or cut node without a transposition table turn is searched one ply less deep."

    late_move_depth: i32 = 6, 0..=12, 1; "Greatest depth for late move pruning."
    late_move_base: i32 = 8, 1..=60, 2; "Turns that late move pruning leaves at depth 0; half as many if the static evaluation is not improving."
    late_move_scale: i32 = 5, 1..=40, 1; "Additional turns that late move pruning leaves, times depth x depth."
    late_move_turns: i32 = 40, 10..=200, 5; "Late move pruning leaves the number of turns given by late_move_base and late_move_scale if there are this many legal turns. In games with captures it leaves more if there are more; in other games always the same number."
    futility_depth: i32 = 6, 0..=12, 1; "Greatest depth for futility pruning."
    futility_base: i32 = 120, 0..=500, 20; "Centipawns that a turn is expected to gain at most, in futility pruning."
    futility_margin: i32 = 90, 0..=400, 20; "Additional centipawns of futility pruning per ply of depth."
    history_pruning_depth: i32 = 4, 0..=12, 1; "Greatest depth for history pruning."
    history_pruning_margin: i32 = 3500, 500..=16000, 250; "Negative history per ply of depth below which turns are skipped."
    exchange_depth: i32 = 5, 0..=12, 1; "Greatest depth at which losing captures are skipped."
    exchange_margin: i32 = 100, 0..=400, 10; "Centipawns of material per ply of depth that a capture may lose by static exchange evaluation."

    reduction_depth: i32 = 2, 1..=8, 1; "Depth from which late turns are reduced."
    reduction_number: i32 = 3, 1..=12, 1; "Number of turns that are not reduced."
    reduction_base: i32 = 400, -1000..=2000, 50; "Base of late move reductions, in thousandths of a ply."
    reduction_scale: i32 = 210, 0..=800, 10; "Growth of late move reductions, in thousandths of a ply per log2(depth) x log2(turn number)."
    reduction_pv: i32 = 900, 0..=2000, 50; "Thousandths of a ply by which late move reductions are smaller in PV nodes."
    reduction_cut: i32 = 1000, 0..=2500, 50; "Thousandths of a ply by which late move reductions are larger in cut nodes."
    reduction_worsening: i32 = 600, 0..=2000, 50; "Thousandths of a ply by which late move reductions are larger if the static evaluation is not improving."
    reduction_history: i32 = 9000, 2000..=32000, 500; "History value that changes a late move reduction by one ply."

    history_bonus: i32 = 170, 20..=500, 10; "History bonus per ply of depth for a cutoff."
    history_bonus_max: i32 = 1800, 200..=4000, 100; "Greatest history bonus."
    killer_bonus: i32 = 12000, 0..=40000, 1000; "Bonus of a killer in turn ordering."
    check_order: i32 = 750000, 0..=800000, 1000; "Bonus of a check in turn ordering. From 570000 on, late move pruning never skips checks."

    quiescence_depth: i32 = 12, 0..=32, 2; "Greatest depth of quiescence."
    delta_margin: i32 = 150, 0..=600, 10; "Centipawns that a capture is expected to gain at most, beyond the captured piece."
}

impl Params {
    /// The spread ([`Scale::spread`]) for which the default margins in centipawns of the evaluation
    /// were chosen.
    pub const SPREAD: i32 = Scale::PLAIN.spread;

    /// The parameters for a game with another spread ([`Scale::spread`]): margins in centipawns of
    /// the evaluation are proportional to it. Margins in centipawns of material stay the same.
    #[must_use]
    pub fn at_spread(&self, spread: i32) -> Self {
        let scaled = |centipawns: i32| centipawns * spread / Self::SPREAD;
        Self {
            aspiration_step: scaled(self.aspiration_step).max(1),
            reverse_futility_margin: scaled(self.reverse_futility_margin),
            reverse_futility_improving: scaled(self.reverse_futility_improving),
            razoring_margin: scaled(self.razoring_margin),
            null_move_eval: scaled(self.null_move_eval).max(1),
            futility_base: scaled(self.futility_base),
            futility_margin: scaled(self.futility_margin),
            ..self.clone()
        }
    }

    /// The parameters for a mate search: null moves are the only forward pruning of the main
    /// search. Quiescence is unchanged.
    #[must_use]
    pub fn without_pruning(&self) -> Self {
        Self {
            reverse_futility_depth: 0,
            razoring_depth: 0,
            late_move_depth: 0,
            futility_depth: 0,
            history_pruning_depth: 0,
            exchange_depth: 0,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_their_ranges() {
        for (param, value) in Params::default().values() {
            assert_eq!(param.default, value, "{}", param.name);
            assert!((param.min..=param.max).contains(&value), "{}", param.name);
            assert!(param.step > 0, "{}", param.name);
        }
    }

    #[test]
    fn centipawn_margins_are_proportional_to_the_spread() {
        let params = Params::default();
        assert_eq!(params.at_spread(Params::SPREAD), params);
        let double = params.at_spread(2 * Params::SPREAD);
        assert_eq!(double.futility_margin, 2 * params.futility_margin);
        assert_eq!(double.exchange_margin, params.exchange_margin);
        let minimal = params.at_spread(1);
        assert_eq!((minimal.null_move_eval, minimal.aspiration_step), (1, 1));
    }

    #[test]
    fn a_parameter_is_set_by_name_or_refused_with_the_reason() {
        let mut params = Params::default();
        params.set("iir_depth", "7").expect("in range");
        assert_eq!(params.iir_depth, 7);
        let error = params.set("iir_depth", "1000").expect_err("out of range");
        assert_eq!(
            error.to_string(),
            "'1000' is not a valid iir_depth; give a whole number from 2 to 12"
        );
        assert!(params.set("iir_depth", "many").is_err());
        let error = params.set("luck", "1").expect_err("unknown");
        assert_eq!(error.to_string(), "unknown search parameter 'luck'");
    }
}
