//! The lessons of a base game that are also true in a game made from it with other switches.

use std::sync::Arc;

use super::game::Game;
use super::lessons::Lesson;
use super::start::Start;
use super::values::{FamilyVisitor, Values};
use crate::board::Setup;
use crate::notation::NativeWords;
use crate::rules::Rules;

/// The lessons of `base` that are true in a game with these values and this start. A lesson is left
/// out if it explains a switch that differs from `base`. It is also left out if no right turn is
/// legal, or if the game does not accept its position, its example, or the turns that are played
/// before the learner plays. A lesson also has answers to wrong turns of the learner. An answer is
/// left out if it explains a switch that differs.
pub(super) fn fitting_lessons(values: Values, start: Start, base: &Game) -> Arc<[Lesson]> {
    values.visit(Fitting {
        lessons: &base.lessons,
        changed: &changed(values, start, base),
    })
}

/// The names of the switches whose values differ from those of `base`, and `start` if the start
/// differs.
fn changed(values: Values, start: Start, base: &Game) -> Vec<String> {
    let base_table = base.values.table();
    let differs = |(name, value): &(String, _)| base_table.get(name) != Some(value);
    let switches = values.table().into_iter().filter(differs);
    let mut names: Vec<String> = switches.map(|(name, _)| name).collect();
    if differs_in_start(start, base) {
        names.push("start".to_owned());
    }
    names
}

/// Whether a start differs from that of `base`. The side to play does not count: it is the switch
/// `first`.
pub(super) fn differs_in_start(start: Start, base: &Game) -> bool {
    let without_side = |start| match start {
        Start::Position(setup) => Start::Position(Setup {
            side: base.first_side(),
            ..setup
        }),
        other => other,
    };
    without_side(start) != without_side(base.start)
}

struct Fitting<'a> {
    lessons: &'a [Lesson],
    changed: &'a [String],
}

impl FamilyVisitor for Fitting<'_> {
    type Output = Arc<[Lesson]>;

    fn visit<R: Rules + NativeWords>(
        self,
        switches: R::Switches,
        _: fn(R::Switches) -> Values,
    ) -> Self::Output {
        let is_true =
            |explains: &[String]| !explains.iter().any(|name| self.changed.contains(name));
        let mut lessons: Vec<Lesson> = Vec::new();
        for lesson in self
            .lessons
            .iter()
            .filter(|lesson| is_true(&lesson.explains))
        {
            let mut lesson = lesson.clone();
            lesson.wrong.retain(|wrong| is_true(&wrong.explains));
            if lesson.position::<R>(&switches).is_ok() {
                lessons.push(lesson);
            }
        }
        lessons.into()
    }
}
