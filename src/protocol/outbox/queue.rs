//! A queue of text that waits to be written.

use std::collections::{BTreeMap, HashMap, VecDeque};

/// What a report of progress is about. While the client does not read the output, a new report
/// replaces the waiting reports about the same topic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::protocol) enum Topic {
    /// The line of analysis with this rank.
    Line(u32),
    /// The root turn that is being searched.
    CurrentTurn,
    /// How much of the review of a game is done.
    Done,
}

/// What happens to the waiting reports about a topic when a new report is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Earlier {
    /// They stay in the queue.
    Kept,
    /// They are dropped.
    Dropped,
}

/// Text that waits, in order of arrival.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeMap<u64, Waiting>,
    /// For each topic, the reports that may be dropped, as keys of `waiting`, oldest first.
    reports: HashMap<Topic, VecDeque<u64>>,
    next_number: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Waiting {
    text: String,
    /// The topic of a report that may be dropped. `None` for text that is never dropped.
    topic: Option<Topic>,
}

impl Queue {
    /// Bytes that wait.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The number of waiting texts that are never dropped.
    pub(super) fn answer_count(&self) -> usize {
        let texts = self.waiting.values();
        texts.filter(|waiting| waiting.topic.is_none()).count()
    }

    /// Adds text that is never dropped.
    pub(super) fn answer(&mut self, text: String) {
        self.add(text, None);
    }

    /// Adds a report.
    pub(super) fn report(&mut self, topic: Topic, text: String, earlier: Earlier) {
        if earlier == Earlier::Dropped {
            self.drop_reports(topic, 0);
        }
        let number = self.add(text, Some(topic));
        self.reports.entry(topic).or_default().push_back(number);
    }

    /// Makes the waiting reports permanent. If `earlier` is `Dropped`, first drops all reports
    /// about [`Topic::CurrentTurn`], and all but the latest about every other topic.
    pub(super) fn keep_reports(&mut self, earlier: Earlier) {
        let topics: Vec<Topic> = self.reports.keys().copied().collect();
        for topic in topics {
            if earlier == Earlier::Dropped {
                self.drop_reports(topic, usize::from(topic != Topic::CurrentTurn));
            }
        }
        for number in self.reports.drain().flat_map(|(_, numbers)| numbers) {
            if let Some(waiting) = self.waiting.get_mut(&number) {
                waiting.topic = None;
            }
        }
    }

    /// Takes the oldest text.
    pub(super) fn pop(&mut self) -> Option<String> {
        let (number, Waiting { text, topic }) = self.waiting.pop_first()?;
        self.bytes -= text.len();
        if let Some(numbers) = topic.and_then(|topic| self.reports.get_mut(&topic)) {
            numbers.retain(|&other| other != number);
        }
        Some(text)
    }

    fn add(&mut self, text: String, topic: Option<Topic>) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.bytes += text.len();
        self.waiting.insert(number, Waiting { text, topic });
        number
    }

    /// Drops the reports about a topic, except the latest `kept` ones.
    fn drop_reports(&mut self, topic: Topic, kept: usize) {
        let Some(numbers) = self.reports.get_mut(&topic) else {
            return;
        };
        let surplus = numbers.len().saturating_sub(kept);
        for number in numbers.drain(..surplus) {
            if let Some(Waiting { text, .. }) = self.waiting.remove(&number) {
                self.bytes -= text.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut queue: Queue) -> Vec<String> {
        let texts: Vec<String> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!((queue.bytes(), queue.is_empty()), (0, true));
        texts
    }

    fn filled(earlier: Earlier) -> Queue {
        let mut queue = Queue::default();
        for depth in 1..4 {
            for rank in 1..3 {
                queue.report(Topic::Line(rank), format!("{depth}.{rank}"), earlier);
            }
            queue.answer(format!("answer {depth}"));
        }
        queue
    }

    #[test]
    fn a_reader_gets_everything_in_order_of_arrival() {
        let queue = filled(Earlier::Kept);
        assert_eq!(queue.answer_count(), 3);
        let expected = "1.1 1.2 answer_1 2.1 2.2 answer_2 3.1 3.2 answer_3";
        let found: Vec<String> = all(queue).iter().map(|t| t.replace(' ', "_")).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn the_latest_report_replaces_the_earlier_ones() {
        let queue = filled(Earlier::Dropped);
        assert_eq!(
            all(queue),
            ["answer 1", "answer 2", "3.1", "3.2", "answer 3"]
        );
    }

    #[test]
    fn kept_reports_are_not_replaced() {
        let mut queue = filled(Earlier::Kept);
        queue.report(Topic::CurrentTurn, "current".to_owned(), Earlier::Kept);
        queue.keep_reports(Earlier::Dropped);
        assert_eq!(queue.answer_count(), 5);
        queue.report(Topic::Line(1), "new".to_owned(), Earlier::Dropped);
        queue.report(Topic::Line(1), "newer".to_owned(), Earlier::Dropped);
        assert_eq!(queue.pop().as_deref(), Some("answer 1"));
        queue.keep_reports(Earlier::Kept);
        assert_eq!(all(queue), ["answer 2", "3.1", "3.2", "answer 3", "newer"]);
    }
}
