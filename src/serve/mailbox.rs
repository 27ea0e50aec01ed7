//! A queue of reports ([`News`]) from a search to a page. A new report replaces a waiting report of
//! the same kind. So the queue stays small, and a slow page gets the latest reports.

use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::questions::News;

/// The reports that wait to be sent.
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    waiting: Mutex<Vec<News>>,
    arrived: Notify,
}

impl Mailbox {
    fn waiting(&self) -> MutexGuard<'_, Vec<News>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a report, or replaces the waiting one of the same kind.
    pub(super) fn put(&self, news: News) {
        let mut waiting = self.waiting();
        match waiting.iter_mut().find(|earlier| earlier.kind == news.kind) {
            Some(earlier) => *earlier = news,
            None => waiting.push(news),
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Takes all waiting reports. If there are none, waits for one.
    pub(super) async fn collect(&self) -> Vec<News> {
        loop {
            let news = take(&mut *self.waiting());
            if !news.is_empty() {
                return news;
            }
            self.arrived.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::NewsKind;

    #[tokio::test]
    async fn later_news_replaces_earlier_news_of_its_kind() {
        let mailbox = Mailbox::default();
        for (kind, value) in [
            (NewsKind::Info(1), 1),
            (NewsKind::Info(2), 2),
            (NewsKind::Info(1), 3),
            (NewsKind::Best, 4),
        ] {
            let value = value.into();
            mailbox.put(News { kind, value });
        }
        let news = mailbox.collect().await;
        let values: Vec<_> = news.iter().map(|news| news.value.as_u64()).collect();
        assert_eq!(values, [3, 2, 4].map(Some));
    }
}
