//! Compares the statistics of matches with reference values for the same counts. Some values come
//! from the unit tests of fastchess (<https://github.com/Disservin/fastchess>) for Elo and SPRT.
//! The others are computed here from the published formulas, with other methods than the program's.

use reviver::stats::counts::{Counts, Estimate, GameCounts, PairCounts};
use reviver::stats::sprt::{EloScale, Sprt};

fn close(what: &str, value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{what}: {value}, expected {expected}"
    );
}

fn sprt(bounds: [f64; 2], scale: EloScale) -> Sprt {
    Sprt::new(bounds, [0.05, 0.05], scale).expect("an SPRT")
}

/// Converts the pair counts of fastchess, which have the order LL, LD, WL, DD, WD, WW.
fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> PairCounts {
    Counts([ll, ld, wl + dd, wd, ww])
}

#[test]
fn elo_of_games_is_what_fastchess_prints() {
    // Wins, draws, losses; logistic Elo and error, normalised Elo and error, likelihood of
    // superiority in percent. `None` is not compared.
    for (counts, elo, normalised, superiority) in [
        (
            GameCounts::of(76, 123, 89),
            None,
            [-20.76, 40.13],
            Some(15.53),
        ),
        (
            GameCounts::of(136, 111, 96),
            Some([40.70, 30.43]),
            [49.77, 36.77],
            Some(99.60),
        ),
        (GameCounts::of(34, 0, 356), None, [-508.44, 34.48], None),
    ] {
        compare(counts, elo, normalised, superiority);
    }
}

#[test]
fn elo_of_pairs_is_what_fastchess_prints() {
    for (counts, elo, normalised, superiority) in [
        (
            [34, 54, 31, 32, 64, 75],
            [55.58, 27.65],
            [57.94, 28.28],
            100.00,
        ),
        (
            [332, 433, 457, 41, 333, 334],
            [-8.64, 10.33],
            [-9.17, 10.96],
            5.05,
        ),
        (
            [7895, 8757, 5485, 200, 568, 9999],
            [-21.04, 2.95],
            [-19.01, 2.65],
            0.0,
        ),
    ] {
        compare(pairs(counts), Some(elo), normalised, Some(superiority));
    }
}

fn compare<const N: usize>(
    counts: Counts<N>,
    elo: Option<[f64; 2]>,
    normalised: [f64; 2],
    superiority: Option<f64>,
) {
    let both = |what: &str, estimate: Option<Estimate>, [value, error]: [f64; 2]| {
        let estimate = estimate.expect("games");
        close(what, estimate.value, value, 0.005);
        close(what, estimate.error(), error, 0.005);
    };
    if let Some(elo) = elo {
        both("Elo", counts.elo(), elo);
    }
    both("normalised Elo", counts.normalised_elo(), normalised);
    if let Some(percent) = superiority {
        let superiority = counts.superiority().expect("games");
        close("superiority", 100.0 * superiority, percent, 0.005);
    }
}

/// The tolerance is wide for two reasons. The figures of fastchess are rounded. The solver of
/// fastchess stops before it reaches the solution if all games or all pairs have the same score.
#[test]
fn likelihood_ratios_are_what_fastchess_computes() {
    let tolerance = |llr: f64| 0.006 + 3e-4 * llr.abs();
    let games = |[wins, losses, draws]: [u64; 3]| GameCounts::of(wins, draws, losses);
    for (counts, bounds, scale, llr) in [
        (
            [36433, 36027, 68692],
            [0.0, 2.0],
            EloScale::Normalised,
            0.92,
        ),
        (
            [10871, 10650, 20431],
            [-1.75, 0.25],
            EloScale::Normalised,
            2.30,
        ),
        ([4250, 0, 0], [0.0, 10.0], EloScale::Normalised, 120.56),
        ([21404, 21184, 40708], [0.5, 2.5], EloScale::Logistic, -1.57),
        (
            [57433, 57030, 106_593],
            [0.0, 2.0],
            EloScale::Logistic,
            -2.59,
        ),
    ] {
        let value = sprt(bounds, scale).llr(&games(counts));
        close(&format!("{counts:?}"), value, llr, tolerance(llr));
    }
    for (counts, bounds, scale, llr) in [
        (
            [365, 16618, 36029, 200, 16974, 390],
            [0.0, 2.0],
            EloScale::Normalised,
            2.25,
        ),
        (
            [127, 4883, 10311, 401, 5150, 104],
            [-1.75, 0.25],
            EloScale::Normalised,
            3.01,
        ),
        (
            [0, 0, 0, 0, 0, 5550],
            [0.0, 5.0],
            EloScale::Normalised,
            111.82,
        ),
        (
            [223, 9863, 20279, 1000, 10037, 246],
            [0.5, 2.5],
            EloScale::Logistic,
            -3.07,
        ),
        (
            [871, 26175, 55003, 980, 26678, 821],
            [0.0, 2.0],
            EloScale::Logistic,
            -4.98,
        ),
    ] {
        let value = sprt(bounds, scale).llr(&pairs(counts));
        close(&format!("{counts:?}"), value, llr, tolerance(llr));
    }
}

/// Computes the error of Elo by the delta method: the error of the score times the derivative of
/// Elo with respect to the score. This is exact enough because the error is small.
#[test]
fn error_bars_follow_from_the_slope_of_the_elo_curve() {
    let counts = Counts([412, 2380, 5010, 2502, 466]);
    let total = 10_770.0;
    let points: f64 = 0.25 * 2380.0 + 0.5 * 5010.0 + 0.75 * 2502.0 + 466.0;
    let score = points / total;
    // The variance is the mean of the squares minus the square of the mean.
    let mean_square = (0.0625 * 2380.0 + 0.25 * 5010.0 + 0.5625 * 2502.0 + 466.0) / total;
    let variance = mean_square - score * score;
    let error = 1.959_964 * (variance / total).sqrt();
    let slope = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
    let elo = counts.elo().expect("games");
    close("Elo", elo.value, -400.0 * (1.0 / score - 1.0).log10(), 1e-9);
    close("error", elo.error(), slope * error, 0.01);
    let normalised = counts.normalised_elo().expect("games");
    let unit = 800.0 / std::f64::consts::LN_10 / (2.0 * variance).sqrt();
    close("normalised", normalised.value, unit * (score - 0.5), 1e-9);
    close(
        "error of normalised",
        normalised.error(),
        unit * error,
        1e-4,
    );
}

/// Computes the likelihood of superiority by numerical integration of the normal density, without
/// an error function.
#[test]
fn superiority_is_the_area_under_the_normal_density() {
    let counts = GameCounts::of(120, 310, 101);
    let total = 531.0;
    let score: f64 = (120.0 + 155.0) / total;
    let mean_square = (120.0 + 0.25 * 310.0) / total;
    let deviations = (score - 0.5) / ((mean_square - score * score) / total).sqrt();
    let steps = 100_000;
    let width = (deviations + 10.0) / f64::from(steps);
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let area: f64 = (0..steps)
        .map(|step| width * density(-10.0 + width * (f64::from(step) + 0.5)))
        .sum();
    close(
        "superiority",
        counts.superiority().expect("games"),
        area,
        1e-7,
    );
}

/// Computes the logarithm of the likelihood ratio by gradient ascent. Each hypothesis fixes the
/// expected score. The ascent finds the distribution with this score that makes the counts most
/// likely.
#[test]
fn the_logistic_ratio_compares_the_likeliest_distributions() {
    let counts = Counts([20, 110, 205, 131, 34]);
    let frequencies = counts.0.map(|count| count as f64);
    let log_likelihood = |elo: f64| {
        let mean = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        climb(&frequencies, |shares| expectation(shares) - mean)
    };
    let expected = log_likelihood(12.0) - log_likelihood(-3.0);
    let value = sprt([-3.0, 12.0], EloScale::Logistic).llr(&counts);
    close("ratio", value, expected, 2e-3);
}

#[test]
fn the_normalised_ratio_compares_the_likeliest_distributions() {
    let counts = Counts([20, 110, 205, 131, 34]);
    let frequencies = counts.0.map(|count| count as f64);
    let log_likelihood = |elo: f64| {
        // Normalised Elo is (score - 1/2) / (standard deviation of a game's score) * 800 / ln 10.
        // `deviation` below is the standard deviation of a pair's mean score. A game's standard
        // deviation is taken as `deviation` * sqrt(2), as if the two games were independent.
        let ratio = 2_f64.sqrt() * elo * std::f64::consts::LN_10 / 800.0;
        climb(&frequencies, |shares| {
            let mean = expectation(shares);
            let deviation = shares
                .iter()
                .enumerate()
                .map(|(index, share)| share * (index as f64 / 4.0 - mean).powi(2))
                .sum::<f64>()
                .sqrt();
            mean - 0.5 - ratio * deviation
        })
    };
    let expected = log_likelihood(12.0) - log_likelihood(-3.0);
    let value = sprt([-3.0, 12.0], EloScale::Normalised).llr(&counts);
    close("ratio", value, expected, 2e-3);
}

fn expectation(shares: &[f64; 5]) -> f64 {
    shares
        .iter()
        .enumerate()
        .map(|(index, share)| share * index as f64 / 4.0)
        .sum()
}

/// The greatest log-likelihood of `counts` among the distributions for which `constraint` is 0.
/// Found by gradient ascent on logits.
fn climb(counts: &[f64; 5], constraint: impl Fn(&[f64; 5]) -> f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let likelihood = |shares: &[f64; 5]| -> f64 {
        counts
            .iter()
            .zip(shares)
            .map(|(count, share)| count * share.ln())
            .sum()
    };
    let mut logits = counts.map(|count| (count / total).ln());
    // The method of multipliers: the penalty is fixed, and the multiplier is updated.
    let (mut multiplier, penalty) = (0.0, 50.0 * total);
    for _ in 0..200 {
        for _ in 0..400 {
            let value = |logits: &[f64; 5]| {
                let shares = softmax(logits);
                let off = constraint(&shares);
                likelihood(&shares) - multiplier * off - penalty / 2.0 * off * off
            };
            let gradient: [f64; 5] = std::array::from_fn(|index| {
                let moved = |by: f64| {
                    let mut moved = logits;
                    moved[index] += by;
                    value(&moved)
                };
                (moved(1e-5) - moved(-1e-5)) / 2e-5
            });
            for (logit, slope) in logits.iter_mut().zip(gradient) {
                *logit += 0.1 / total * slope;
            }
        }
        multiplier += penalty * constraint(&softmax(&logits));
    }
    likelihood(&softmax(&logits))
}

fn softmax(logits: &[f64; 5]) -> [f64; 5] {
    let exponentials = logits.map(f64::exp);
    let sum: f64 = exponentials.iter().sum();
    exponentials.map(|exponential| exponential / sum)
}
