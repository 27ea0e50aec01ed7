//! Keys that a person types while the engine thinks.

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Hides the keys that the person types, so that they do not mix with a line of progress. The keys
/// stay in the input, and the next prompt shows them. Dropping this value ends the hiding.
#[derive(Debug)]
pub(in crate::cli) struct HiddenKeys {
    /// The settings of the terminal before the keys were hidden; `None` if standard input is no
    /// terminal.
    #[cfg(unix)]
    before: Option<Termios>,
}

#[cfg(unix)]
impl HiddenKeys {
    /// Hides keys from now on.
    pub(in crate::cli) fn new() -> Self {
        let before = tcgetattr(std::io::stdin()).ok();
        if let Some(before) = &before {
            let mut settings = before.clone();
            settings.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &settings);
        }
        Self { before }
    }
}

#[cfg(unix)]
impl Drop for HiddenKeys {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(not(unix))]
impl HiddenKeys {
    /// Does nothing, because this system shows keys only at a prompt.
    pub(in crate::cli) const fn new() -> Self {
        Self {}
    }
}
