//! Starts every engine of an event once, to see whether it can play the event.

use std::io;

use thiserror::Error;

use super::event::Event;
use super::observer::Observer;
use crate::play::fault::{Fault, Halt};
use crate::play::shortage::{Shortage, is_temporary};
use crate::players::process::{EngineProcess, Identity, Manager, RefusedOption, StartError};
use crate::players::spec::EngineSpec;

/// Why an engine cannot play an event.
#[derive(Debug, Error)]
pub enum InspectionError {
    /// The engine cannot be started.
    #[error("{what}: {source}")]
    Start {
        /// Which engine, and its command.
        what: String,
        /// Why.
        source: io::Error,
    },
    /// The computer lacks something, such as memory or open files.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The engine lacks an option.
    #[error("engine {engine}: it has no option '{option}'; it has {known}")]
    NoOption {
        /// The engine.
        engine: String,
        /// The option that it lacks.
        option: String,
        /// The options that it has.
        known: String,
    },
    /// The engine refuses the value of an option.
    #[error("engine {engine}: it refuses the value of option {option}: {reason}")]
    RefusedOption {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// Why, in the words of the engine.
        reason: String,
    },
    /// The engine does not play a variant.
    #[error("engine {engine}: it does not play {variant}; it plays {known}")]
    NoVariant {
        /// The engine.
        engine: String,
        /// The variant.
        variant: String,
        /// The variants that it plays.
        known: String,
    },
}

/// Starts every engine once. Checks that it has the options that the event sets, that it does not
/// refuse their values, and that it plays the variants of the event. If an engine commits a fault
/// while it starts, the observer gets a message and the event goes on.
///
/// An engine that does not declare its variants counts as playing all variants of the event. So
/// does a guided engine ([`EngineSpec::guided`]), because one of its options may name a file that
/// defines more variants. An engine with the option `GameFile` counts as playing all variants from
/// game files.
pub(super) fn inspect(
    event: &Event,
    manager: Manager<'_>,
    observer: &mut dyn Observer,
) -> Result<(), InspectionError> {
    for spec in &event.engines {
        let mut process = EngineProcess::new(spec, manager);
        match process.start() {
            Ok(identity) => check(event, spec, &identity)?,
            Err(StartError::Process(source)) => {
                let what = spec.cannot_start();
                return Err(if is_temporary(&source) {
                    Shortage::from_error(&what, &source).into()
                } else {
                    InspectionError::Start { what, source }
                });
            }
            Err(StartError::Halt(Halt::Fault(Fault { kind, detail }))) => {
                observer.note(&format!("engine {}: {kind}: {detail}", spec.name));
            }
            Err(StartError::Halt(Halt::Shortage(shortage))) => return Err(shortage.into()),
            Err(StartError::Halt(Halt::Abandoned)) => {}
        }
        process.quit();
    }
    Ok(())
}

fn check(event: &Event, spec: &EngineSpec, identity: &Identity) -> Result<(), InspectionError> {
    let contains =
        |known: &[String], name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    for option in spec.options.keys() {
        if !contains(&identity.options, option) {
            return Err(InspectionError::NoOption {
                engine: spec.name.clone(),
                option: option.clone(),
                known: match identity.options.as_slice() {
                    [] => "no options".to_owned(),
                    options => options.join(", "),
                },
            });
        }
    }
    if let Some(refused) = &identity.refused {
        let RefusedOption { name, reason } = refused;
        if refused.is_shortage() {
            let what = format!("engine {}: option {name}", spec.name);
            return Err(Shortage::of_engine(&what, reason).into());
        }
        return Err(InspectionError::RefusedOption {
            engine: spec.name.clone(),
            option: name.clone(),
            reason: reason.clone(),
        });
    }
    let Some(variants) = identity.variants.as_ref().filter(|_| !spec.guided) else {
        return Ok(());
    };
    for variant in event.variants.iter().map(|name| name.game) {
        let can_learn = variant.path().is_some() && contains(&identity.options, "GameFile");
        if !contains(variants, variant.name()) && !can_learn {
            return Err(InspectionError::NoVariant {
                engine: spec.name.clone(),
                variant: variant.name().to_owned(),
                known: match variants.as_slice() {
                    [] => "no variants".to_owned(),
                    variants => variants.join(", "),
                },
            });
        }
    }
    Ok(())
}
