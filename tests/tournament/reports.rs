//! The result files of an event.

use std::collections::BTreeMap;

use reviver::record::ending_description;
use serde_json::Value;

use crate::common::program::{Folder, words};
use crate::event::{games, gauntlet};

/// The part of `text` between `from` and `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text
        .split(from)
        .nth(1)
        .unwrap_or_else(|| panic!("no {from}"));
    rest.split(to).next().unwrap_or(rest)
}

/// A folder in which a gauntlet has been played.
fn played() -> Folder {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        &gauntlet(1, 40).replace("\"Gauntlet\"", "\"Ruy & <Co>\""),
    );
    folder.run_ok(&["tournament", "event.toml"]);
    folder
}

#[test]
fn the_page_is_complete_and_loads_nothing() {
    let folder = played();
    let page = folder.read("event/report.html");
    let report = folder.report("event");
    assert!(
        page.contains("The LOS in this table follows from the games between the two engines alone")
    );
    for picture in [
        "ratings",
        "scores",
        "first-side",
        "endings",
        "lengths",
        "curves",
    ] {
        let figure = between(
            &page,
            &format!("<figure id=\"picture-{picture}\">"),
            "</figure>",
        );
        assert!(
            figure.contains("<svg") && figure.contains("</svg>"),
            "{picture}"
        );
        assert!(figure.contains("<figcaption>"), "{picture}");
    }
    for engine in ["One", "Half", "Beginner", "Shallow"] {
        for picture in ["ratings", "scores"] {
            let figure = between(&page, &format!("\"picture-{picture}\">"), "</figure>");
            assert!(figure.contains(engine), "{picture}: {engine}");
        }
        assert!(
            between(&page, "<table id=\"ranking\">", "</table>")
                .contains(&format!(">{engine}</span></th>"))
        );
        assert!(
            between(&page, "<table id=\"conduct\">", "</table>")
                .contains(&format!(">{engine}</span></th>"))
        );
    }
    let cell = |value: String| format!(">{value}</span></t");
    let ranking = between(&page, "<table id=\"ranking\">", "</table>");
    for ranked in report["ranking"].as_array().expect("a ranking") {
        let tally = &ranked["tally"];
        for field in ["games", "wins", "draws", "losses"] {
            assert!(ranking.contains(&cell(tally[field].to_string())), "{field}");
        }
        let rating = ranked["rating"]["value"].as_f64().expect("a number");
        assert!(ranking.contains(&format!("{rating:+.1}")));
    }
    let results = between(&page, "<table id=\"head-to-head\">", "</table>");
    // A heading, and two rows for each of the three pairings: one from the view of each engine.
    assert_eq!(results.matches("<tr>").count(), 1 + 6);
    for met in report["head_to_head"].as_array().expect("results") {
        let superiority = 100.0 * met["superiority"].as_f64().expect("a number");
        assert!(page.contains(&cell(format!("{superiority:.1} %"))), "{met}");
        assert!(met.get("normalised_elo").is_some(), "{met}");
    }
    let cross = between(&page, "<table id=\"cross-table\">", "</table>");
    assert_eq!(cross.matches("<tr>").count(), 1 + 4);
    assert!(cross.contains("against Half</th>"), "{cross}");
    let variants = between(&page, "<table id=\"variants\">", "</table>");
    let endings = between(&page, "<table id=\"endings\">", "</table>");
    for variant in report["variants"].as_array().expect("variants") {
        let name = variant["variant"].as_str().expect("a name");
        assert!(variants.contains(&cell(name.to_owned())));
        let mean = variant["length"]["mean"].as_f64().expect("a number");
        assert!(variants.contains(&cell(format!("{mean:.1}"))));
        let draws = 100.0 * variant["draw_rate"].as_f64().expect("a number");
        assert!(variants.contains(&cell(format!("{draws:.1} %"))));
        for (ending, count) in variant["endings"].as_object().expect("endings") {
            let of_variant = endings
                .split("<tr>")
                .filter(|row| row.contains(&cell(name.to_owned())));
            let mut of_ending = of_variant
                .filter(|row| row.contains(&format!("<span>{}", ending_description(ending))));
            let row = of_ending
                .next()
                .unwrap_or_else(|| panic!("{name}: {ending}"));
            assert!(row.contains(&cell(count.to_string())), "{row}");
        }
        for picture in ["first-side", "endings", "lengths", "curves"] {
            let figure = between(&page, &format!("\"picture-{picture}\">"), "</figure>");
            assert!(figure.contains(name), "{picture}: {name}");
        }
    }
    assert!(page.contains("<h1>Ruy &amp; &lt;Co&gt;</h1>"));
    for word in ["<script", "<link", "src=", "url(", "@import", " style="] {
        assert!(!page.contains(word), "{word}");
    }
    for target in page.split("href=\"").skip(1) {
        let target = target.split('"').next().expect("its end");
        let leads_into_folder =
            target.starts_with('#') || folder.path(&format!("event/{target}")).is_file();
        assert!(leads_into_folder, "{target}");
    }
    for name in ["games.pgn", "forward.pgn", "report.json"] {
        assert!(page.contains(&format!("<a href=\"{name}\">")), "{name}");
    }
    // Every drawing has a label that describes it.
    let labels: Vec<&str> = page
        .split("<svg role=\"img\" aria-label=\"")
        .skip(1)
        .collect();
    assert_eq!(labels.len(), page.matches("<svg").count());
    assert!(
        labels
            .iter()
            .all(|label| label.find('"').is_some_and(|end| end > 20))
    );
    assert!(!page.contains("id=\"date\""));
    // The only absolute URL is the namespace of SVG. A browser does not fetch it.
    assert_eq!(
        page.matches("http").count(),
        page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(page.trim_end().ends_with("</html>"));
}

#[test]
fn ratings_at_even_openings_are_reported_if_each_opening_was_played_often() {
    /// The heading of the ratings at openings that favour neither player.
    const COLUMN: &str = "at even openings";
    let folder = played();
    let report = folder.report("event");
    assert!(report["ranking"][0].get("even_rating").is_none());
    assert!(!folder.read("event/report.html").contains(COLUMN));

    let mut event = String::from(
        "variants = [\"unplay\"]\nrounds = 4\n[limits]\nnodes = 50\n[options]\nHash = 1\n",
    );
    for level in 0..5 {
        let engine = format!(
            "[[engine]]\nname = \"Level {level}\"\noptions = {{ \"Skill Level\" = {level} }}\n"
        );
        event.push_str(&engine);
    }
    folder.write("levels.toml", &event);
    let run = folder.run_ok(&["tournament", "levels.toml"]);
    assert!(run.stdout.contains(COLUMN), "{}", run.stdout);
    let page = folder.read("levels/report.html");
    let ranking = between(&page, "<table id=\"ranking\">", "</table>");
    assert!(ranking.contains(COLUMN));
    for ranked in folder.report("levels")["ranking"]
        .as_array()
        .expect("a ranking")
    {
        let even = ranked["even_rating"]["value"].as_f64().expect("a number");
        let even = format!("{even:+.1}");
        assert!(
            ranking.contains(&even) && run.stdout.contains(&even),
            "{even}"
        );
    }
}

#[test]
fn the_report_counts_what_the_journal_holds() {
    let folder = played();
    let report = folder.report("event");
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(report["games"].as_u64(), Some(games.len() as u64));
    let mut points: BTreeMap<&str, f64> = BTreeMap::new();
    for game in games.values() {
        let first = match game["result"].as_str() {
            Some("1-0") => 1.0,
            Some("0-1") => 0.0,
            _ => 0.5,
        };
        for (player, scored) in [("first", first), ("second", 1.0 - first)] {
            *points
                .entry(game[player].as_str().expect("a name"))
                .or_default() += scored;
        }
    }
    let ranking = report["ranking"].as_array().expect("a ranking");
    assert_eq!(ranking.len(), 4);
    for ranked in ranking {
        let tally = &ranked["tally"];
        let count = |field: &str| tally[field].as_f64().expect("a number");
        let own = count("wins") + count("draws") / 2.0;
        assert_eq!(
            points.get(ranked["engine"].as_str().expect("a name")),
            Some(&own)
        );
        let pairs: u64 = tally["pairs"]
            .as_array()
            .expect("five counts")
            .iter()
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(2 * pairs, tally["games"].as_u64().expect("a number"));
    }
    let variants = report["variants"].as_array().expect("variants");
    assert_eq!(variants.len(), reviver::games::all().len());
    for variant in variants {
        let own: Vec<&Value> = games
            .values()
            .filter(|game| game["variant"] == variant["variant"])
            .collect();
        assert_eq!(variant["games"].as_u64(), Some(own.len() as u64));
        let lengths: Vec<usize> = own
            .iter()
            .map(|game| game["turns"].as_array().expect("turns").len())
            .collect();
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        assert!((variant["length"]["mean"].as_f64().expect("a number") - mean).abs() < 1e-9);
        let bins: u64 = variant["length"]["histogram"]
            .as_array()
            .expect("bins")
            .iter()
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(bins, own.len() as u64);
        let endings: u64 = variant["endings"]
            .as_object()
            .expect("endings")
            .values()
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(endings, own.len() as u64);
    }
}

#[test]
fn the_report_counts_black_as_the_first_player_if_black_plays_first() {
    let folder = Folder::new();
    folder.write(
        "black.toml",
        "name = \"black-first\"\nbase = \"unplay\"\n[switches]\nfirst = \"black\"\n",
    );
    // The first turn wins this game by retro-checkmate.
    let event =
        "tournament --game black.toml --engine reviver --nodes 2000 --rounds 2 --random-plies 0";
    folder.run_ok(&words(event));
    let games = games(&folder.path("tournament/journal.jsonl"));
    assert!(games.values().all(|game| game["result"] == "0-1"));
    let report = folder.report("tournament");
    let variant = &report["variants"][0];
    assert_eq!(variant["first_wins"], games.len());
    assert_eq!(variant["second_wins"], 0);
}

#[test]
fn game_records_are_read_back_and_converted_to_forward_games() {
    let folder = played();
    let text = folder.read("event/games.pgn");
    let games = games(&folder.path("event/journal.jsonl"));
    let records: Vec<_> = reviver::record::Reader::new(&text)
        .collect::<Result<_, _>>()
        .expect("every record is valid");
    assert_eq!(records.len(), games.len());
    for (record, game) in records.iter().zip(games.values()) {
        assert_eq!(game["variant"], record.game.name());
        assert_eq!(game["result"], record.result.to_string());
        assert_eq!(record.tags.get("Termination"), game["ending"].as_str());
        assert_eq!(record.tags.get("White"), game["first"].as_str());
        let turns: Vec<String> = record
            .turns
            .iter()
            .map(|turn| turn.turn.to_string())
            .collect();
        assert_eq!(game["turns"], Value::from(turns));
        assert!(record.turns.iter().all(|turn| turn.comment.is_some()));
        assert!(
            record
                .tags
                .get("TimeControl")
                .or(record.tags.get("WhiteTimeControl"))
                .is_some()
        );
    }
    // `play` loads the first game. `forward` converts it to the first game of `forward.pgn`.
    let first = records.first().expect("a record").to_string();
    folder.write("first.pgn", &first);
    let loaded = folder.run_ok(&["play", "--load", "first.pgn", "--side", "both"]);
    assert!(!loaded.stdout.is_empty());
    let forward = folder.run_ok(&["forward", "--file", "first.pgn"]);
    assert!(forward.stdout.contains("[Event "), "{}", forward.stdout);
    let chess = folder.read("event/forward.pgn");
    assert!(
        chess.starts_with(forward.stdout.trim_end()),
        "{}",
        forward.stdout
    );
    let reverse = games
        .values()
        .filter(|game| {
            let name = game["variant"].as_str().expect("a name");
            reviver::games::find(name).is_some_and(reviver::games::Game::is_reverse)
        })
        .count();
    // Most reverse games can be converted to forward games.
    let converted = chess.matches("[Event ").count();
    assert!(converted * 10 >= reverse * 8, "{converted} of {reverse}");
    assert!(!chess.contains("[Variant "));
}

#[cfg(unix)]
#[test]
fn the_page_has_the_date_of_a_timed_event_and_links_a_fault_to_its_file() {
    let folder = Folder::new();
    folder.script("crashes", &crate::faults::mock("exit 3"));
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nlimits = { movetime = \"10ms\", margin = \"10m\" }\n\
         [[engine]]\nname = \"sound\"\n[[engine]]\nname = \"crashes\"\ncommand = \"./crashes\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let page = folder.read("event/report.html");
    let date = between(&page, "<p id=\"date\">", "</p>");
    let report = folder.report("event");
    let day = report["played"][0].as_str().and_then(|time| time.get(..10));
    assert!(date.contains(day.expect("a day")), "{date}");
    let faults = between(&page, "<table id=\"faults\">", "</table>");
    let file = report["faults"][0]["fault"]["file"]
        .as_str()
        .expect("a file");
    assert!(
        faults.contains(&format!("<a href=\"{file}\">{file}</a>")),
        "{faults}"
    );
    assert!(folder.path(&format!("event/{file}")).is_file());
    assert!(page.contains("<a href=\"#faults\">2 with faults</a>"));
}
