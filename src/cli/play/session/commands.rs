//! Carries out the commands that a person types during a game. The code of `review`, `analyse` and
//! `watch` is in `study`.

use std::path::Path;
use std::time::Duration;

use super::{EarlyEnd, Next, PlaySession, View};
use crate::analysis::Chances;
use crate::board::Turn;
use crate::cli::Error;
use crate::cli::lessons::{self, Finished};
use crate::cli::notation::Notation;
use crate::cli::play::choice::{self, GameChoice};
use crate::cli::play::engine::{Decision, Purpose};
use crate::cli::play::input::{COMMANDS, PlayCommand, Question};
use crate::cli::play::saved::load::EarlierGame;
use crate::cli::play::saved::settings::GameSettings;
use crate::cli::play::strength::{self, StrengthChoice};
use crate::cli::play::words;
use crate::cli::rules_text;
use crate::cli::scores;
use crate::cli::terminal::{Row, rows, sentence};
use crate::notation::{NativeWords, TurnForm, native, turn_forms};
use crate::play::clock::Clocks;
use crate::play::draw_offer::accepts_draw;
use crate::record::forward::forward_game;
use crate::record::{EngineComment, pgn};
use crate::search::{Limits, TimeLimit};

/// The least time for a hint and for the answer to a draw offer.
const LEAST_ADVICE_TIME: Duration = Duration::from_secs(2);

impl<R: NativeWords> PlaySession<'_, R> {
    pub(super) fn command(&mut self, command: PlayCommand) -> Result<Option<Next>, Error> {
        match command {
            PlayCommand::Quit => return Ok(Some(Next::Quit)),
            PlayCommand::Learn => {
                if lessons::run(self.live.game(), self.console)? == Finished::Input {
                    return Ok(Some(Next::Quit));
                }
                self.changed = true;
            }
            PlayCommand::Rules => {
                let bottom = self.bottom();
                rules_text::show(self.live.game(), bottom, self.console)?;
            }
            PlayCommand::Load(path) => return self.load(&path),
            PlayCommand::New(name) => return self.new_game(&name),
            PlayCommand::Analyse(time) => self.analyse(time.as_deref())?,
            PlayCommand::Board => self.changed = true,
            PlayCommand::Draw => self.ask_for_draw()?,
            PlayCommand::Fen => {
                let position = self.live.position().setup().to_string();
                self.console.say_unbroken(&position)?;
            }
            PlayCommand::Flip => {
                self.view = match self.view {
                    View::Own => View::Turned,
                    View::Turned => View::Own,
                };
                self.changed = true;
            }
            PlayCommand::Forward => self.forward()?,
            PlayCommand::Go if self.is_over() => self.say_over()?,
            PlayCommand::Go if self.waiting => self.waiting = false,
            PlayCommand::Go => self.engine_turn()?,
            PlayCommand::Help => self.help()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Level(text) => self.level(text.as_deref())?,
            PlayCommand::Moves => {
                let all = self.legal();
                if all.is_empty() {
                    self.say_over()?;
                } else {
                    self.show_list(all)?;
                }
            }
            PlayCommand::Redo => self.redo()?,
            PlayCommand::Resign => self.ask_to_resign()?,
            PlayCommand::Review(path) => self.review(path.as_deref())?,
            PlayCommand::Save(path) => self.save(path.as_deref())?,
            PlayCommand::Side => return self.other_side(),
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Watch => self.watch()?,
        }
        Ok(None)
    }

    fn help(&mut self) -> Result<(), Error> {
        let screen = *self.console.screen();
        let mut text = String::from("Type a turn, the number of a turn in the last list, or\n");
        let is_reverse = self.live.game().is_reverse();
        let on_square = if is_reverse {
            "the turns that un-move from e4 or begin with an un-capture on e4"
        } else {
            "the turns that move from e4 or drop a piece on e4"
        };
        let questions = [
            ("?", "an overview of the legal turns"),
            ("? e4", on_square),
            ("? N", "the turns of the knights"),
            ("? e4d", "the turns that begin with e4d"),
        ];
        let uncaptures = [("? *N", "the turns that un-capture a knight")];
        let uncaptures = uncaptures.iter().filter(|_| is_reverse);
        let list = questions.iter().chain(uncaptures).chain(&COMMANDS);
        let list: Vec<Row> = list
            .map(|(usage, meaning)| (format!("  {usage}"), (*meaning).to_owned()))
            .collect();
        text.push_str(&rows(&list, 24, screen.text_width()));
        if self.notation == Notation::Native {
            text.push_str("Turns in this game's own notation:\n");
            for (words, meaning) in native::examples::<R>() {
                text.push_str(&format!("  {words}: {meaning}\n"));
            }
            text.push_str("The notation of the protocol is understood too: ");
        } else {
            text.push_str("Turns: ");
        }
        let forms = turn_forms(self.live.position()).into_iter();
        let forms: Vec<String> = forms
            .map(|TurnForm { example, meaning }| format!("{example} ({meaning})"))
            .collect();
        text.push_str(&format!("{}.\n", forms.join(", ")));
        text.push_str("The board: ");
        text.push_str(&screen.legend());
        text.push('\n');
        if let Some(counts) = words::explain_standing(&self.live) {
            text.push_str(&counts);
            text.push('\n');
        }
        text.push_str(
            "A score with a player's name is from that player's view. A score without a name is from the view of the \
             player to play. In a review, it is from the view of the player who played the turn. +1.00 is a clear \
             advantage of the player whose view it is; 0.00 means equal chances. Depth is how many turns the engine \
             looked ahead; both players' turns count.",
        );
        Ok(self.console.page(&text)?)
    }

    /// What the engine would play at full strength.
    fn advice(&mut self) -> Option<Decision> {
        let movetime = self.settings.limits().movetime;
        let movetime = movetime.map_or(LEAST_ADVICE_TIME, |span| span.0);
        let limits = Limits {
            time: TimeLimit::Fixed(movetime.max(LEAST_ADVICE_TIME)),
            ..Limits::default()
        };
        let purpose = Purpose::Advice(limits);
        self.engine.think(&self.live, purpose, self.guard)
    }

    fn hint(&mut self) -> Result<(), Error> {
        if self.is_over() {
            return self.say_over();
        }
        match self.advice() {
            None => self.say("There is no legal turn."),
            Some(Decision { turn, thought, .. }) => {
                let value = thought.map_or(String::new(), |thought| self.value(&thought));
                let words = self.notation.write(self.live.position(), turn);
                let mut after = self.live.clone();
                let effect = match after.play(turn) {
                    Ok(()) => words::effect_of_latest(&after, &self.players),
                    Err(_) => None,
                };
                let effect = effect.map_or(String::new(), |effect| format!(" {effect}"));
                self.say(&format!("Hint: {words}{value}.{effect}"))
            }
        }
    }

    /// The score of a hint from the view of the player to play, as text in brackets.
    fn value(&self, thought: &EngineComment) -> String {
        let (score, depth) = (thought.score, thought.depth);
        let name = self.players.name(self.live.position().seat());
        let words = scores::of_player(score, name);
        if score.is_win_or_loss() {
            return format!(" ({words})");
        }
        let chances = Chances::of(score, self.live.game().weights().scale).percent();
        format!(" ({words}, winning chances {chances:.0} %, at depth {depth})")
    }

    /// Takes back an [`EarlyEnd`], such as a resignation. If there is none, takes back one turn,
    /// and then more turns until a person is to play. Stops at the start of the game. If the
    /// engine plays both sides, takes back only one turn.
    fn undo(&mut self) -> Result<(), Error> {
        if self.early_end.take().is_some() {
            self.changed = true;
            return Ok(());
        }
        let mut undone = 0;
        while self.live.undo().is_some() {
            undone += 1;
            if self.may_stop_here() {
                break;
            }
        }
        if undone == 0 {
            return self.say("There is no turn to take back.");
        }
        self.pause();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Error> {
        if self.early_end.is_some() {
            return self.say_over();
        }
        let mut redone = 0;
        while self.live.redo().is_some() {
            redone += 1;
            if self.may_stop_here() {
                break;
            }
        }
        if redone == 0 {
            return self.say("There is no turn to play again.");
        }
        self.pause();
        Ok(())
    }

    /// Whether undo and redo may stop at the present position.
    fn may_stop_here(&self) -> bool {
        self.players.engine_only() || self.players.is_human(self.live.position().seat())
    }

    /// Marks the position as changed, so that it is shown. If the engine is to play, it waits until
    /// the person asks for its turn: a new turn would make redo impossible.
    fn pause(&mut self) {
        self.changed = true;
        self.list.clear();
        self.waiting = !self.players.is_human(self.live.position().seat());
    }

    fn ask_to_resign(&mut self) -> Result<(), Error> {
        if self.is_over() {
            return self.say_over();
        }
        self.asked = Some(Question::Resign);
        self.say("Do you resign? Type yes to resign, no to go on with the game.")
    }

    pub(super) fn resign(&mut self) {
        let seat = self
            .players
            .only_human()
            .unwrap_or_else(|| self.live.position().seat());
        self.early_end = Some(EarlyEnd::Resigned(seat));
        self.changed = true;
    }

    /// Changes how strong the engine plays. Without `text`, says how strong it plays.
    fn level(&mut self, text: Option<&str>) -> Result<(), Error> {
        let Some(text) = text else {
            return self.say(&format!(
                "{}\nType level 7 to choose level 7. For full strength with a limit, type level 5s (time for each \
                 turn), level 10m+5s (a clock for Reviver), level nodes=5000 or level depth=4.",
                strength::describe(&self.settings)
            ));
        };
        let wanted: StrengthChoice = match text.parse() {
            Ok(wanted) => wanted,
            Err(error) => return self.say(&sentence(&error.to_string())),
        };
        // A limit without a level means full strength, as in `strength::ask`.
        self.settings.level = wanted.level.unwrap_or(GameSettings::FULL_LEVEL);
        self.engine.set_strength(self.settings.strength());
        if let Some(limits) = wanted.limits {
            self.settings.clocks = Clocks::new([limits; 2]);
        }
        self.keep();
        self.say(&strength::describe(&self.settings))
    }

    fn ask_for_draw(&mut self) -> Result<(), Error> {
        if self.is_over() {
            return self.say_over();
        }
        self.asked = Some(Question::Draw);
        self.say(if self.players.only_human().is_some() {
            "Do you offer a draw? If Reviver accepts, the game is over. Type yes to offer it, no to go on with \
             the game."
        } else {
            "Do both players agree to a draw? Type yes to end the game, no to go on with it."
        })
    }

    /// Offers a draw. The engine accepts if its search gives the engine a score of 0 or less. If
    /// two people play, or the engine plays both sides, the draw is agreed at once.
    pub(super) fn offer_draw(&mut self) -> Result<(), Error> {
        if let Some(human) = self.players.only_human() {
            let decision = self.advice();
            let thought = decision.and_then(|decision| decision.thought);
            let to_play = self.live.position().seat();
            let accepted =
                thought.is_some_and(|thought| accepts_draw(thought.score, to_play, !human));
            if !accepted {
                return self.say("Reviver declines the draw.");
            }
        }
        self.early_end = Some(EarlyEnd::DrawAgreed);
        self.changed = true;
        Ok(())
    }

    fn forward(&self) -> Result<(), Error> {
        let turns: Vec<Turn> = self.live.turns().collect();
        match forward_game(self.live.start(), &turns) {
            Ok(game) => {
                let record = self.record();
                let tags: Vec<(&str, &str)> = record.tags.iter().collect();
                Ok(self
                    .console
                    .say_unbroken(pgn::write(&game, &tags).trim_end())?)
            }
            Err(error) => self.say(&sentence(&error.to_string())),
        }
    }

    fn save(&self, path: Option<&str>) -> Result<(), Error> {
        let answer = self.guard.save_as(path.map(Path::new), &self.snapshot());
        self.say(&answer)
    }

    fn load(&mut self, path: &str) -> Result<Option<Next>, Error> {
        if path.is_empty() {
            self.say("Name the file: load FILE")?;
            return Ok(None);
        }
        match EarlierGame::load(path) {
            Ok(game) => {
                self.guard.spare(Path::new(path));
                Ok(Some(Next::Play(GameChoice::earlier(game.into()))))
            }
            Err(error) => {
                self.say(&error.to_string())?;
                Ok(None)
            }
        }
    }

    fn new_game(&mut self, name: &str) -> Result<Option<Next>, Error> {
        let game = match choice::named(name, self.live.game()) {
            Ok(game) => game,
            Err(complaint) => {
                self.say(&complaint)?;
                return Ok(None);
            }
        };
        if self.is_over() || self.live.turns().len() == 0 {
            return Ok(Some(Next::Play(GameChoice::new(game))));
        }
        self.asked = Some(Question::New(game));
        self.say(&format!(
            "Do you want to leave this game and start a new game of {game}? This game is saved first. Type yes \
             for the new game, no to go on with this game."
        ))?;
        Ok(None)
    }

    /// Starts a new game in which the person has the other side. If this game is under way, first
    /// asks whether to leave it.
    fn other_side(&mut self) -> Result<Option<Next>, Error> {
        if self.players.only_human().is_none() {
            self.say(
                "No person plays against Reviver in this game, so there are no sides to exchange.",
            )?;
            return Ok(None);
        }
        let game = self.live.game();
        if self.is_over() || self.live.turns().len() == 0 {
            return Ok(Some(Next::OtherSide(game)));
        }
        self.asked = Some(Question::Side);
        self.say(&format!(
            "Do you want to leave this game and start a new game of {game} in which you have the other side? \
             This game is saved first. Type yes for the new game, no to go on with this game."
        ))?;
        Ok(None)
    }
}
