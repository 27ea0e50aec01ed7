//! The search parameters. Each parameter is declared once, with name, type, default, range, tuning
//! step and meaning.

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

impl Param {
    fn named(name: &str) -> Result<&'static Self, ParamError> {
        let found = Params::ALL.iter().find(|param| param.name == name);
        found.ok_or_else(|| ParamError::Unknown(name.to_owned()))
    }

    /// Checks that the value is in the parameter's range.
    fn check(&self, value: i32) -> Result<(), ParamError> {
        if (self.min..=self.max).contains(&value) {
            Ok(())
        } else {
            Err(self.refuses(&value.to_string()))
        }
    }

    /// The error for a text that is not a value of the parameter.
    fn refuses(&self, text: &str) -> ParamError {
        ParamError::Value {
            name: self.name,
            text: text.to_owned(),
            min: self.min,
            max: self.max,
        }
    }
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

            /// Sets a parameter. The value must be in its range.
            fn assign(&mut self, param: &Param, value: i32) {
                match param.name {
                    $(stringify!($name) => self.$name = value,)*
                    name => debug_assert!(false, "{name} is not declared"),
                }
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
    aspiration_step: i32 = 30, 5..=200, 5; "The first aspiration window reaches this many centipawns to either side of the previous score."

    fifty_moves_calm: i32 = 80, 0..=100, 5; "Halfmove clock above which evaluations are damped by the fifty-move rule."
    fifty_moves_scale: i32 = 120, 100..=1000, 20; "Each ply of the halfmove clock above fifty_moves_calm takes away 1/N of the undamped evaluation, where N is this number."

    reverse_futility_depth: i32 = 6, 0..=12, 1; "Greatest depth for reverse futility pruning."
    reverse_futility_margin: i32 = 90, 20..=300, 10; "Reverse futility pruning needs an evaluation that is at least this many centipawns above beta for each ply of depth."
    reverse_futility_improving: i32 = 60, 0..=200, 10; "If the static evaluation is improving, reverse futility pruning needs this many centipawns less."
    razoring_depth: i32 = 2, 0..=6, 1; "Greatest depth for razoring."
    razoring_margin: i32 = 350, 50..=1000, 25; "Razoring needs an evaluation that is more than this many centipawns below alpha for each ply of depth."

    null_move_depth: i32 = 3, 1..=8, 1; "Depth from which null moves are tried."
    null_move_base: i32 = 3, 1..=6, 1; "The search after a null move is reduced by at least this many plies."
    null_move_divisor: i32 = 5, 2..=12, 1; "The search after a null move is reduced by depth / N plies more, rounded down, where N is this number."
    null_move_eval: i32 = 200, 50..=800, 25; "The search after a null move is reduced by (evaluation - beta) / N plies more, rounded down, but at most 3, where N is this number of centipawns."
    null_move_verify: i32 = 10, 4..=64, 1; "Depth from which a null move cutoff is verified."

    extension_reach: i32 = 2, 0..=4, 1; "A node is extended only if its ply is below this multiple of the iteration's depth."
    iir_depth: i32 = 4, 2..=12, 1; "Depth from which a PV or cut node without a transposition table turn is searched one ply less deep."

    late_move_depth: i32 = 6, 0..=12, 1; "Greatest depth for late move pruning."
    late_move_base: i32 = 8, 1..=60, 2; "Late move pruning does not skip the first late_move_base + late_move_scale x depth x depth turns, or half as many if the static evaluation is not improving."
    late_move_scale: i32 = 5, 1..=40, 1; "Factor of depth x depth in the number of turns that late move pruning does not skip; see late_move_base."
    late_move_turns: i32 = 40, 10..=200, 5; "In games with captures, late move pruning multiplies the number of turns that it does not skip by L / N, where L is the number of legal turns and N is this parameter. In other games, this parameter does nothing."
    futility_depth: i32 = 6, 0..=12, 1; "Greatest depth for futility pruning."
    futility_base: i32 = 120, 0..=500, 20; "Futility pruning expects a turn to gain at most this many centipawns, plus futility_margin per ply of depth."
    futility_margin: i32 = 90, 0..=400, 20; "Centipawns per ply of depth that futility pruning adds to futility_base."
    history_pruning_depth: i32 = 4, 0..=12, 1; "Greatest depth for history pruning."
    history_pruning_margin: i32 = 3500, 500..=16000, 250; "History pruning skips a turn if its score in turn ordering is below -history_pruning_margin x depth."
    exchange_depth: i32 = 5, 0..=12, 1; "Greatest depth at which losing captures are skipped."
    exchange_margin: i32 = 100, 0..=400, 10; "Up to exchange_depth, a capture is skipped if static exchange evaluation says that it loses more than this many centipawns of material per ply of depth."

    reduction_depth: i32 = 2, 1..=8, 1; "Depth from which late turns are reduced."
    reduction_number: i32 = 3, 1..=12, 1; "The first turns of a position, up to this many, are not reduced."
    reduction_base: i32 = 400, -1000..=2000, 50; "Base of late move reductions, in thousandths of a ply."
    reduction_scale: i32 = 210, 0..=800, 10; "Growth of late move reductions, in thousandths of a ply per log2(depth) x log2(turn number)."
    reduction_pv: i32 = 900, 0..=2000, 50; "Thousandths of a ply by which late move reductions are smaller in PV nodes."
    reduction_cut: i32 = 1000, 0..=2500, 50; "Thousandths of a ply by which late move reductions are larger in cut nodes."
    reduction_worsening: i32 = 600, 0..=2000, 50; "Thousandths of a ply by which late move reductions are larger if the static evaluation is not improving."
    reduction_history: i32 = 9000, 2000..=32000, 500; "The reduction of a quiet late turn is smaller by one ply for each N points of its score in turn ordering, where N is this number. A negative score makes the reduction larger."

    history_bonus: i32 = 170, 20..=500, 10; "History bonus per ply of depth for a cutoff."
    history_bonus_max: i32 = 1800, 200..=4000, 100; "Greatest history bonus."
    killer_bonus: i32 = 12000, 0..=40000, 1000; "Bonus of a killer in turn ordering."
    check_order: i32 = 750000, 0..=800000, 1000; "Bonus of a quiet check in turn ordering, in games with captures. If this bonus is 570000 or more, late move pruning, futility pruning and history pruning never skip a quiet turn that gives check from its target square."

    quiescence_depth: i32 = 12, 0..=32, 2; "Greatest depth of quiescence."
    delta_margin: i32 = 150, 0..=600, 10; "Quiescence expects a capture to gain at most the value of the captured piece plus this many centipawns."
}

/// New values for some of the parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamChanges(Vec<(&'static Param, i32)>);

impl ParamChanges {
    /// Sets a parameter by its name. Replaces an earlier value of the same parameter.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the value is not in the parameter's range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let param = Param::named(name)?;
        param.check(value)?;
        self.0.retain(|(known, _)| known.name != param.name);
        self.0.push((param, value));
        Ok(())
    }

    /// Sets a parameter by its name to the value of a text. Replaces an earlier value of the same
    /// parameter.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the text is not a whole number in the parameter's range.
    pub fn set_from_text(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let param = Param::named(name)?;
        let refused = || param.refuses(text);
        let value = text.parse().map_err(|_| refused())?;
        self.set(name, value).map_err(|_| refused())
    }
}

impl Params {
    /// These parameters with the changes.
    #[must_use]
    pub fn with(&self, changes: &ParamChanges) -> Self {
        let mut params = self.clone();
        for (param, value) in &changes.0 {
            params.assign(param, *value);
        }
        params
    }

    /// The spread of the win probability ([`Scale::spread`]) for which the defaults were chosen.
    pub const SPREAD: i32 = Scale::PLAIN.spread;

    /// The parameters for a game with the given spread ([`Scale::spread`]). Margins in centipawns
    /// of the evaluation are proportional to the spread. Margins in centipawns of material stay the
    /// same.
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
        let scaled = params
            .values()
            .zip(double.values())
            .filter(|((_, single), (_, double))| single != double)
            .map(|((param, single), (_, double))| {
                assert_eq!(double, 2 * single, "{}", param.name);
                param.name
            });
        let margins = [
            "aspiration_step",
            "reverse_futility_margin",
            "reverse_futility_improving",
            "razoring_margin",
            "null_move_eval",
            "futility_base",
            "futility_margin",
        ];
        assert_eq!(scaled.collect::<Vec<_>>(), margins);
        let minimal = params.at_spread(1);
        assert_eq!((minimal.null_move_eval, minimal.aspiration_step), (1, 1));
    }

    #[test]
    fn a_parameter_is_set_by_name_or_refused_with_the_reason() {
        let mut changes = ParamChanges::default();
        changes.set_from_text("iir_depth", "7").expect("in range");
        let params = Params::default().with(&changes);
        assert_eq!(params.iir_depth, 7);
        let error = changes
            .set_from_text("iir_depth", "1000")
            .expect_err("out of range");
        assert_eq!(
            error.to_string(),
            "'1000' is not a valid iir_depth; give a whole number from 2 to 12"
        );
        assert!(changes.set_from_text("iir_depth", "many").is_err());
        assert!(changes.set("iir_depth", 1000).is_err());
        let error = changes.set_from_text("luck", "1").expect_err("unknown");
        assert_eq!(error.to_string(), "unknown search parameter 'luck'");
        assert_eq!(Params::default().with(&changes), params);
    }

    #[test]
    fn a_change_can_give_a_parameter_its_default_again() {
        let default = Params::default();
        let mut game = ParamChanges::default();
        game.set("iir_depth", 7).expect("in range");
        let mut player = ParamChanges::default();
        player
            .set("iir_depth", default.iir_depth)
            .expect("in range");
        assert_eq!(default.with(&game).with(&player), default);
    }
}
