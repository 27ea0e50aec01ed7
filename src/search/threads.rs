//! Several threads share one transposition table; each has its own iterative deepening (lazy SMP,
//! Chess Programming Wiki).

use std::thread;
use std::time::Duration;

use super::history::ThreadHistory;
use super::limits::Limits;
use super::report::Report;
use super::root::{IterationPlan, Iterations};
use super::root_moves::RootMove;
use super::shared::Shared;
use super::worker::Worker;
use crate::rules::Rules;

/// The stack size of a thread that runs a search or a perft, in bytes. In a debug build, deep lines
/// need more than the default.
pub const STACK_SIZE: usize = 32 << 20;

/// The stack size of a helper thread, in bytes: more than enough for the nested nodes of a search,
/// each of which takes less than a kilobyte.
const HELPER_STACK_SIZE: usize = 16 << 20;

/// The interval at which an infinite or pondering search that has nothing left to search checks
/// whether it may return.
const IDLE_POLL: Duration = Duration::from_millis(1);

/// Runs one thread for each history, and waits until the result may be returned. Returns the root
/// moves, best first, and the depth of the last finished iteration.
pub(super) fn run<R: Rules>(
    histories: &mut [ThreadHistory],
    shared: &Shared<'_>,
    plan: IterationPlan<'_, R>,
    listen: &mut dyn FnMut(Report),
) -> (Vec<RootMove>, i32) {
    let Some((first, others)) = histories.split_first_mut() else {
        return (Vec::new(), 0);
    };
    thread::scope(|scope| {
        for (index, history) in others.iter_mut().enumerate() {
            // Every second helper, from the first on, begins one ply deeper, so that threads search
            // different trees.
            let plan = IterationPlan {
                first_depth: 1 + (index as i32 + 1) % 2,
                ..plan
            };
            let help = move || {
                let mut worker = Worker::new(shared, history, plan.root);
                Iterations::new(&mut worker, plan).run(&mut |_| ());
                worker.publish_nodes();
            };
            // If the thread cannot be started, the search goes on without it.
            let builder = thread::Builder::new().stack_size(HELPER_STACK_SIZE);
            let _ = builder.spawn_scoped(scope, help);
        }
        // Stops the helpers at the end of this closure, even if it panics.
        let _helpers = StopHelpers(shared);
        let mut worker = Worker::new(shared, first, plan.root);
        worker.is_main = true;
        let mut iterations = Iterations::new(&mut worker, plan);
        iterations.run(listen);
        let result = (
            std::mem::take(&mut iterations.moves),
            iterations.finished_depth,
        );
        worker.publish_nodes();
        wait(shared, plan.limits);
        result
    })
}

/// Stops the helper threads when it is dropped.
struct StopHelpers<'a>(&'a Shared<'a>);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Waits while the search is infinite or pondering. Returns as soon as the search is stopped.
fn wait(shared: &Shared<'_>, limits: &Limits) {
    let control = shared.control;
    let may_return = || {
        let pondering = limits.ponder && !control.is_ponder_hit();
        control.is_stopped() || !(limits.infinite || pondering)
    };
    while !may_return() {
        thread::sleep(IDLE_POLL);
    }
}
