//! Limits of the web server:
//!
//! * for each client: open requests, and searches that run or wait
//! * for each page in a browser: one search
//! * for all clients together: running searches

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::search::Control;

/// The largest body of a request in bytes.
pub(super) const BODY: usize = 64 << 10;

/// How long a body may take to arrive.
pub(super) const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of open requests of a client, not counting searches.
const REQUESTS: usize = 64;

/// The maximum number of searches of a client that run or wait.
const CLIENT_SEARCHES: usize = 64;

/// How long a search waits for other searches to end.
const SEARCH_WAIT: Duration = Duration::from_secs(5);

/// Why a search may not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum NoPlace {
    /// The client has too many searches.
    #[error(
        "{CLIENT_SEARCHES} searches of this client run or wait; try again when one of them has ended"
    )]
    Client,
    /// Other searches take all processors.
    #[error("all processors are busy with other searches; try again in a moment")]
    Processors,
}

/// The requests and searches that are open.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    counts: Arc<Mutex<Counts>>,
    searches: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Counts {
    requests: HashMap<IpAddr, usize>,
    client_searches: HashMap<IpAddr, usize>,
    /// For each page, by its id, what stops its search.
    pages: HashMap<String, Arc<Control>>,
}

impl Usage {
    /// Allows this number of searches at a time.
    pub(super) fn new(searches: usize) -> Self {
        Self {
            counts: Arc::default(),
            searches: Arc::new(Semaphore::new(searches)),
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a request of this client; `None` if the client has too many open requests.
    pub(super) fn request_place(&self, client: IpAddr) -> Option<Place> {
        let taken = take(&mut self.counts().requests, client, REQUESTS);
        taken.then(|| Place::new(self, Held::Request(client)))
    }

    /// Stops the earlier search of the page, if any. Then waits for a place for a new search, which
    /// the caller starts. A later search of the page stops the new search through `control`.
    ///
    /// # Errors
    ///
    /// If too many searches of the client run or wait, or if no place becomes free within
    /// [`SEARCH_WAIT`]. The earlier search of the page is stopped all the same. So the client soon
    /// has room for a new one.
    pub(super) async fn wait_for_search_place(
        &self,
        client: IpAddr,
        page: Option<&str>,
        control: &Arc<Control>,
    ) -> Result<SearchPlace, NoPlace> {
        let page = page.map(|page| {
            let earlier = self
                .counts()
                .pages
                .insert(page.to_owned(), Arc::clone(control));
            if let Some(earlier) = earlier {
                earlier.stop();
            }
            Place::new(self, Held::Page(page.to_owned(), Arc::clone(control)))
        });
        if !take(&mut self.counts().client_searches, client, CLIENT_SEARCHES) {
            return Err(NoPlace::Client);
        }
        let search = Place::new(self, Held::Search(client));
        let permit = timeout(SEARCH_WAIT, Arc::clone(&self.searches).acquire_owned());
        let permit = permit.await.map_err(|_| NoPlace::Processors)?;
        let permit = permit.map_err(|_| NoPlace::Processors)?;
        Ok(SearchPlace {
            _permit: permit,
            _client: search,
            _page: page,
        })
    }
}

/// Adds one to the count of a client, up to `most`. Returns whether there was room.
fn take(counts: &mut HashMap<IpAddr, usize>, client: IpAddr, most: usize) -> bool {
    let count = counts.entry(client).or_default();
    let free = *count < most;
    *count += usize::from(free);
    free
}

/// Subtracts one from the count of a client.
fn leave(counts: &mut HashMap<IpAddr, usize>, client: IpAddr) {
    if let Some(count) = counts.get_mut(&client) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&client);
        }
    }
}

/// A place for a search. Dropping it frees the place.
#[derive(Debug)]
pub(super) struct SearchPlace {
    _permit: OwnedSemaphorePermit,
    _client: Place,
    _page: Option<Place>,
}

/// What a [`Place`] holds: a request or a search of a client, or the search of a page.
#[derive(Clone, Debug)]
enum Held {
    Request(IpAddr),
    /// A running or waiting search of a client.
    Search(IpAddr),
    /// A page, and what stops its search.
    Page(String, Arc<Control>),
}

/// An entry in [`Counts`] for one open request or search. Dropping it removes the entry.
#[derive(Debug)]
pub(super) struct Place {
    usage: Usage,
    held: Held,
}

impl Place {
    fn new(usage: &Usage, held: Held) -> Self {
        Self {
            usage: usage.clone(),
            held,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.usage.counts();
        match &self.held {
            Held::Request(client) => leave(&mut counts.requests, *client),
            Held::Search(client) => leave(&mut counts.client_searches, *client),
            Held::Page(page, control) => {
                // The page may have another search by now.
                let is_own = |known: &Arc<Control>| Arc::ptr_eq(known, control);
                if counts.pages.get(page).is_some_and(is_own) {
                    counts.pages.remove(page);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let usage = Usage::new(1);
        let taken: Vec<_> = (0..REQUESTS).map(|_| usage.request_place(CLIENT)).collect();
        assert!(taken.iter().all(Option::is_some));
        assert!(usage.request_place(CLIENT).is_none());
        drop(taken);
        assert!(usage.request_place(CLIENT).is_some());
        assert!(usage.counts().requests.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_new_search_of_a_page_stops_the_earlier_one_and_other_pages_wait() {
        let usage = Usage::new(1);
        let [first, second, other] = [(); 3].map(|()| Arc::new(Control::default()));
        let place = usage.wait_for_search_place(CLIENT, Some("page"), &first);
        let place = place.await;
        assert!(place.is_ok());
        let of_other = usage.wait_for_search_place(CLIENT, Some("other"), &other);
        assert_eq!(of_other.await.err(), Some(NoPlace::Processors));
        assert!(!first.is_stopped());
        let waiting = usage.wait_for_search_place(CLIENT, Some("page"), &second);
        let (next, ()) = tokio::join!(waiting, async {
            tokio::task::yield_now().await;
            assert!(first.is_stopped());
            drop(place);
        });
        assert!(next.is_ok() && !second.is_stopped());
        drop(next);
        assert!(usage.counts().pages.is_empty() && usage.counts().client_searches.is_empty());
    }

    #[tokio::test]
    async fn a_search_refused_by_the_client_limit_still_stops_the_earlier_search_of_its_page() {
        let usage = Usage::new(CLIENT_SEARCHES);
        let [first, second] = [(); 2].map(|()| Arc::new(Control::default()));
        let own = usage.wait_for_search_place(CLIENT, Some("page"), &first);
        let own = own.await;
        let mut others = Vec::new();
        for _ in 1..CLIENT_SEARCHES {
            let control = Arc::default();
            let place = usage.wait_for_search_place(CLIENT, None, &control);
            others.push(place.await);
        }
        assert!(own.is_ok() && others.iter().all(Result::is_ok));
        let refused = usage.wait_for_search_place(CLIENT, Some("page"), &second);
        assert_eq!(refused.await.err(), Some(NoPlace::Client));
        assert!(first.is_stopped() && usage.counts().pages.is_empty());
        drop(own);
        let next = usage.wait_for_search_place(CLIENT, Some("page"), &second);
        assert!(next.await.is_ok());
    }

    #[tokio::test]
    async fn a_client_with_too_many_searches_gets_that_reason() {
        let usage = Usage::new(1);
        for _ in 0..CLIENT_SEARCHES {
            assert!(take(
                &mut usage.counts().client_searches,
                CLIENT,
                CLIENT_SEARCHES
            ));
        }
        let control = Arc::default();
        let refused = usage.wait_for_search_place(CLIENT, None, &control).await;
        assert_eq!(refused.err(), Some(NoPlace::Client));
    }
}
