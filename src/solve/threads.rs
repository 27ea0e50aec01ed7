//! Several threads try to prove one claim. Each runs the whole depth-first proof-number search, and
//! they share the proof table. A thread selects the branch with the smallest number: the proof
//! number in an OR node, the disproof number in an AND node. Each thread that searches below a
//! branch adds one to this number. So the threads search different parts of the tree (virtual proof
//! numbers: Kaneko, *Parallel depth first proof number search*, 2010).

use std::thread;

use super::claim::SolveProgress;
use super::df_pn::Worker;
use super::node::Node;
use super::shared::SharedSearch;
use super::table::NodeValue;
use crate::rules::Rules;

/// Stack size of a helper thread, in bytes. The search is recursive, and a list of turns on the
/// stack takes a few kilobytes.
const STACK_SIZE: usize = 16 << 20;

/// Searches the root in this many threads until the root is settled (proved or disproved) or a
/// limit is reached. If some threads cannot be started, the search goes on without them, and
/// `listen` is called at once with the number of threads that search.
pub(super) fn search<R: Rules>(
    shared: &SharedSearch<'_>,
    root: Node<'_, R>,
    threads: usize,
    listen: &mut dyn FnMut(SolveProgress),
) -> NodeValue {
    let mut worker = Worker::new(shared, listen);
    let value = worker.root_value(root);
    if value.numbers().is_settled() {
        return value;
    }
    let value = thread::scope(|scope| {
        for _ in 1..threads {
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            let help = || Worker::new(shared, &mut |_| {}).run(root);
            if builder.spawn_scoped(scope, help).is_ok() {
                shared.add_thread();
            }
        }
        if shared.threads() < threads {
            worker.report();
        }
        worker.run(root)
    });
    shared.result().unwrap_or(value)
}
