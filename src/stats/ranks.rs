//! Spearman's rank correlation with ties: how similar the orders of two lists of numbers are.
//!
//! Equal numbers share the mean of their ranks, and the coefficient is Pearson's correlation of
//! these ranks. Sources: C. Spearman, "The Proof and Measurement of Association between Two
//! Things", American Journal of Psychology 15 (1904); for ties M. Kendall and J. Gibbons, "Rank
//! Correlation Methods", 5th edition (1990), chapter 3.

/// The rank of each value, from 1 for the smallest. Equal values share the mean of their ranks.
#[must_use]
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let shared = before as f64 + (tied.len() as f64 + 1.0) / 2.0;
        for &index in tied {
            ranks[index] = shared;
        }
        before += tied.len();
    }
    ranks
}

/// Spearman's rank correlation of two lists: 1 if they have the same order, -1 if they have
/// opposite orders, about 0 if the orders are unrelated. `None` if all numbers of a list are equal.
///
/// # Panics
///
/// If the lists have different lengths.
#[must_use]
pub fn spearman(one: &[f64], other: &[f64]) -> Option<f64> {
    assert_eq!(one.len(), other.len(), "lists of different lengths");
    let mean = (one.len() as f64 + 1.0) / 2.0;
    let deviations =
        |values| -> Vec<f64> { ranks(values).iter().map(|rank| rank - mean).collect() };
    let (one, other) = (deviations(one), deviations(other));
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    };
    let variances = product(&one, &one) * product(&other, &other);
    (variances > 0.0).then(|| product(&one, &other) / variances.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        assert_eq!(ranks(&[30.0, 10.0, 20.0]), [3.0, 1.0, 2.0]);
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 5.0]), [3.0, 1.0, 3.0, 3.0]);
        assert_eq!(ranks(&[-2.0, 7.0, -2.0, 7.0]), [1.5, 3.5, 1.5, 3.5]);
        assert_eq!(ranks(&[]), [0.0; 0]);
    }

    #[test]
    fn without_ties_the_correlation_follows_from_the_squared_rank_differences() {
        let found = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[10.0, 30.0, 20.0, 60.0, 40.0]);
        // The ranks are 1, 2, 3, 4, 5 and 1, 3, 2, 5, 4. The squares of their differences add up to
        // 4, so the coefficient is 1 - 6 * 4 / (5 * 24).
        assert!((found.expect("no ties") - (1.0 - 24.0 / 120.0)).abs() < 1e-12);
        let same = spearman(&[3.0, 1.0, 2.0], &[30.0, -10.0, 20.0]);
        assert!((same.expect("no ties") - 1.0).abs() < 1e-12);
        let opposite = spearman(&[3.0, 1.0, 2.0], &[-3.0, -1.0, -2.0]);
        assert!((opposite.expect("no ties") + 1.0).abs() < 1e-12);
    }

    #[test]
    fn ties_count_as_computed_by_hand() {
        // The ranks are 1, 2.5, 2.5, 4 and 1, 2, 3.5, 3.5. Their differences from the mean 2.5 are
        // (-1.5, 0, 0, 1.5) and (-1.5, -0.5, 1, 1). The products add up to 2.25 + 1.5 = 3.75, and
        // the squares of each list to 4.5.
        let found = spearman(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 3.0]);
        assert!((found.expect("two orders") - 3.75 / 4.5).abs() < 1e-12);
    }

    #[test]
    fn equal_numbers_have_no_order() {
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[4.0, 4.0]), None);
        assert_eq!(spearman(&[], &[]), None);
    }
}
