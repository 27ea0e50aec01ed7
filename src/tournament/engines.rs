//! The engines that a worker keeps from game to game. A worker is a thread that plays games.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use crate::games::Game;
use crate::play::player::Player;
use crate::players::process::{EngineProcess, Launcher, Manager};
use crate::players::settings::PlayerSettings;
use crate::players::spec::EngineSpec;
use crate::rules::Rules;

/// How an engine of an event is run.
#[derive(Clone, Copy, Debug)]
pub enum EngineSource<'a> {
    /// A separate process.
    Process(&'a EngineSpec, &'a Launcher),
    /// A player in this process.
    InProcess(&'a PlayerSettings),
}

/// An engine that a worker keeps. A process is started when it is first needed.
#[derive(Debug)]
pub(super) enum Engine<'a> {
    /// A separate process.
    Process(Box<EngineProcess<'a>>),
    /// A player in this process.
    InProcess(InProcess<'a>),
}

/// A player in this process. The player is kept as long as the variant stays the same.
#[derive(Debug)]
pub(super) struct InProcess<'a> {
    settings: &'a PlayerSettings,
    /// The variant of the last game, and a `Box<dyn Player<R>>` for its rules.
    player: Option<(&'static Game, Box<dyn Any + Send>)>,
}

impl<'a> Engine<'a> {
    fn new(source: EngineSource<'a>, [halt, drain]: [&'a AtomicBool; 2]) -> Self {
        match source {
            EngineSource::Process(spec, launcher) => {
                let manager = Manager {
                    launcher,
                    halt,
                    drain,
                };
                Engine::Process(Box::new(EngineProcess::new(spec, manager)))
            }
            EngineSource::InProcess(settings) => Engine::InProcess(InProcess {
                settings,
                player: None,
            }),
        }
    }

    /// This engine as a player, for a game of this variant.
    pub(super) fn player<R: Rules>(&mut self, variant: &'static Game) -> &mut dyn Player<R> {
        match self {
            Engine::Process(process) => process.as_mut(),
            Engine::InProcess(own) => own.player(variant),
        }
    }

    /// Its process, if it has one.
    pub(super) fn process(&mut self) -> Option<&mut EngineProcess<'a>> {
        match self {
            Engine::Process(process) => Some(process),
            Engine::InProcess(_) => None,
        }
    }

    fn quit(self) {
        if let Engine::Process(process) = self {
            process.quit();
        }
    }
}

impl InProcess<'_> {
    fn player<R: Rules>(&mut self, variant: &'static Game) -> &mut dyn Player<R> {
        let (known, player) = self.player.take().unzip();
        let player = player.filter(|_| known == Some(variant));
        let player = player.unwrap_or_else(|| {
            let report_scale = variant.weights().scale;
            Box::new(self.settings.player::<R>(variant, report_scale))
        });
        let (_, player) = self.player.insert((variant, player));
        // The player was made for this variant, and all games of a variant have the same `R`.
        let player: &mut Box<dyn Player<R>> = player
            .downcast_mut()
            .expect("a player of the variant's rules");
        player.as_mut()
    }
}

/// The engines that a worker keeps from game to game.
#[derive(Debug)]
pub(super) struct SeatedEngines<'a> {
    sources: &'a [EngineSource<'a>],
    /// The flags `halt` and `drain` of [`Manager`].
    stops: [&'a AtomicBool; 2],
    /// The engines of the last game, each with its index in the event.
    seated: Vec<(usize, Engine<'a>)>,
}

impl<'a> SeatedEngines<'a> {
    pub(super) const fn new(sources: &'a [EngineSource<'a>], stops: [&'a AtomicBool; 2]) -> Self {
        Self {
            sources,
            stops,
            seated: Vec::new(),
        }
    }

    /// The engines with the indices `wanted`, first player first. An engine of the last game is
    /// kept if it plays again; otherwise it is asked to quit.
    pub(super) fn seat(&mut self, wanted: [usize; 2]) -> [&mut Engine<'a>; 2] {
        let mut free = std::mem::take(&mut self.seated);
        let seated = wanted.map(|index| {
            let known = free.iter().position(|(known, _)| *known == index);
            known.map_or_else(
                || (index, Engine::new(self.sources[index], self.stops)),
                |at| free.swap_remove(at),
            )
        });
        for (_, engine) in free {
            engine.quit();
        }
        self.seated = seated.into();
        let [(_, first), (_, second)] = &mut self.seated[..] else {
            unreachable!("two engines are seated");
        };
        [first, second]
    }

    /// Kills the engines, so that the next game starts them anew.
    pub(super) fn dismiss(&mut self) {
        self.seated.clear();
    }
}

impl Drop for SeatedEngines<'_> {
    fn drop(&mut self) {
        for (_, engine) in self.seated.drain(..) {
            engine.quit();
        }
    }
}
