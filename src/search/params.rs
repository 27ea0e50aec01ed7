//! The numbers of the search, each declared once: name, type, default, range, step, meaning.

use crate::eval::Scale;

/// A number of the search as tuners and options see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its value where nothing is said.
    pub default: i32,
    /// Its least value.
    pub min: i32,
    /// Its greatest value.
    pub max: i32,
    /// By how much a tuner changes it.
    pub step: i32,
}

/// A value that a parameter cannot have, or a parameter that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("no parameter of the search is called '{0}'")]
    Unknown(String),
    /// The text is no number, or out of range.
    #[error("'{text}' is no value for {name}: a whole number from {min} to {max} would be")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        text: String,
        /// Its least value.
        min: i32,
        /// Its greatest value.
        max: i32,
    },
}

macro_rules! params {
    ($($name:ident: $type:ty = $default:literal, $min:literal..=$max:literal, $step:literal; $meaning:literal)*) => {
        /// The numbers of the search.
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
            /// Refuses names that no parameter has, and texts that are no number in its range.
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
    aspiration_depth: i32 = 4, 1..=12, 1; "Plies from which an iteration begins with a window around the last score."
    aspiration_step: i32 = 30, 5..=200, 5; "Centipawns that this window reaches to either side."

    fifty_moves_calm: i32 = 80, 0..=100, 5; "Plies without an irreversible one after which advantages shrink."
    fifty_moves_scale: i32 = 120, 100..=1000, 20; "Plies after these in which nothing would be left."

    reverse_futility_depth: i32 = 6, 0..=12, 1; "Plies up to which a position far above beta is believed."
    reverse_futility_margin: i32 = 90, 20..=300, 10; "Centipawns above beta for each ply."
    reverse_futility_improving: i32 = 60, 0..=200, 10; "Centipawns less where the position is getting better."
    razoring_depth: i32 = 2, 0..=6, 1; "Plies up to which a position far below alpha is left to quiescence."
    razoring_margin: i32 = 350, 50..=1000, 25; "Centipawns below alpha for each ply."

    null_move_depth: i32 = 3, 1..=8, 1; "Plies from which passing is tried."
    null_move_base: i32 = 3, 1..=6, 1; "Plies by which the search after passing is shallower."
    null_move_divisor: i32 = 5, 2..=12, 1; "One ply more for each so many plies of depth."
    null_move_eval: i32 = 200, 50..=800, 25; "One ply more for each so many centipawns above beta, three at most."
    null_move_verify: i32 = 10, 4..=64, 1; "Plies from which a cutoff by passing is verified."

    extension_reach: i32 = 2, 0..=4, 1; "Extensions end at so many times the plies of the iteration."
    iir_depth: i32 = 4, 2..=12, 1; "Plies from which a position without a known turn is searched one ply less."

    late_move_depth: i32 = 6, 0..=12, 1; "Plies up to which late turns are left out."
    late_move_base: i32 = 8, 1..=60, 2; "Turns that are looked at in any case."
    late_move_scale: i32 = 5, 1..=40, 1; "Turns more for each square of the depth."
    late_move_turns: i32 = 40, 10..=200, 5; "Legal turns for which these two numbers hold: with captures, in proportion where there are more or fewer."
    futility_depth: i32 = 6, 0..=12, 1; "Plies up to which turns are left out that will not reach alpha."
    futility_base: i32 = 120, 0..=500, 20; "Centipawns that a turn is trusted to gain."
    futility_margin: i32 = 90, 0..=400, 20; "Centipawns more for each ply."
    history_pruning_depth: i32 = 4, 0..=12, 1; "Plies up to which turns are left out that have always been bad."
    history_pruning_margin: i32 = 3500, 500..=16000, 250; "How bad they have been, for each ply."
    exchange_depth: i32 = 5, 0..=12, 1; "Plies up to which captures are left out that lose material."
    exchange_margin: i32 = 100, 0..=400, 10; "Centipawns of material that they may lose, for each ply."

    reduction_depth: i32 = 2, 1..=8, 1; "Plies from which late turns are reduced."
    reduction_number: i32 = 3, 1..=12, 1; "Turns that are not reduced."
    reduction_base: i32 = 400, -1000..=2000, 50; "Reduction in thousandths of a ply."
    reduction_scale: i32 = 210, 0..=800, 10; "Thousandths of a ply for log2(depth) x log2(number)."
    reduction_pv: i32 = 900, 0..=2000, 50; "Thousandths of a ply less on the principal variation."
    reduction_cut: i32 = 1000, 0..=2500, 50; "Thousandths of a ply more where a cutoff is expected."
    reduction_worsening: i32 = 600, 0..=2000, 50; "Thousandths of a ply more where the position is not getting better."
    reduction_history: i32 = 9000, 2000..=32000, 500; "History that is worth a ply."

    history_bonus: i32 = 170, 20..=500, 10; "History for each ply of a cutoff."
    history_bonus_max: i32 = 1800, 200..=4000, 100; "History for a cutoff at most."
    killer_bonus: i32 = 12000, 0..=40000, 1000; "What a killer is worth in the order of turns."
    check_order: i32 = 750000, 0..=800000, 1000; "What a check is worth in the order of turns; from 500000 on, none is left out for coming late."
    revival_order: i32 = 0, -8000..=16000, 500; "What bringing a piece is worth in the order of turns."

    quiescence_revivals: i32 = 0, 0..=8, 1; "Plies of quiescence in which pieces that come straight home are looked at."
    quiescence_depth: i32 = 12, 0..=32, 2; "Plies of quiescence at most."
    delta_margin: i32 = 150, 0..=600, 10; "Centipawns that a capture is trusted to gain beside the piece."
}

impl Params {
    /// The spread of the chances to win ([`Scale::spread`]) for which margins
    /// and steps in centipawns of the evaluation are written: that of `unachess`.
    pub const SPREAD: i32 = Scale::PLAIN.spread;

    /// The same numbers where chances to win have another spread: what a lead of so many centipawns is
    /// trusted to hold, or a turn to gain, goes by it. (What captures win or lose is counted in material
    /// and does not.)
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

    /// The same numbers for whoever wants a proof: no turn is left out, however late it comes.
    #[must_use]
    pub fn thorough(&self) -> Self {
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
    fn defaults_lie_in_their_ranges() {
        for (param, value) in Params::default().values() {
            assert_eq!(param.default, value, "{}", param.name);
            assert!((param.min..=param.max).contains(&value), "{}", param.name);
            assert!(param.step > 0, "{}", param.name);
        }
    }

    #[test]
    fn a_parameter_is_set_by_name_or_refused_in_words() {
        let mut params = Params::default();
        params.set("iir_depth", "7").expect("in range");
        assert_eq!(params.iir_depth, 7);
        let error = params.set("iir_depth", "1000").expect_err("out of range");
        assert_eq!(
            error.to_string(),
            "'1000' is no value for iir_depth: a whole number from 2 to 12 would be"
        );
        assert!(params.set("iir_depth", "many").is_err());
        let error = params.set("luck", "1").expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "no parameter of the search is called 'luck'"
        );
    }
}
