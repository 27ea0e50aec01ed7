// The tags of a game record that say when the game was played, by whom, and how strong Reviver is. They are the tags
// that `reviver play` writes and reads.

import { MAX_LEVEL, strengthName, wholeNumber } from "./words.js";

// How the tags call players 1 and 2, whatever colours they hold.
const SEATS = ["White", "Black"];

// How long Reviver thinks about a turn, in milliseconds, if neither the record nor a clock says it.
export const MOVETIME = 1000;

// A local date, such as 2026-11-26.
export function localDate(date = new Date()) {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

// The tags of a game that is played on this day.
export function tagsOfDay(date) {
  return { Event: "Reviver serve", Date: localDate(date).replaceAll("-", ".") };
}

// The tags without the one that says how the game ended.
export function withoutEnding(tags) {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== "Termination"));
}

// When a game was stored last; now, if it never was.
export function savedOn({ updated }) {
  const time = Date.parse(updated);
  return Number.isNaN(time) ? new Date() : new Date(time);
}

// The name of a person in the tags of a game, or nothing.
function personName({ tags }, number) {
  const name = tags?.[SEATS[number - 1]];
  return ["?", "Human"].includes(name) ? "" : name;
}

// What the page calls a player.
export function playerName(record, number) {
  const { players, level } = record;
  if (players[number - 1] === "reviver") return `Reviver (${strengthName(level)})`;
  return personName(record, number) || (players.every((kind) => kind === "human") ? `player ${number}` : "you");
}

// All tags of a stored game.
export function tagsOf(record) {
  const { players, level, movetime, clock, left } = record;
  const tags = withoutEnding(record.tags ?? tagsOfDay(savedOn(record)));
  for (const [index, seat] of SEATS.entries()) {
    const isHuman = players[index] === "human";
    tags[`${seat}Type`] = isHuman ? "human" : "program";
    tags[seat] = isHuman ? personName(record, index + 1) || "Human" : `Reviver level ${level}`;
    delete tags[`${seat}Clock`];
    if (clock) tags[`${seat}Clock`] = `${Math.max(0, Math.round(left[index]))}ms`;
  }
  tags.EngineLevel = String(level);
  tags.EngineLimits = clock ? `time=${clock.base}ms+${clock.increment}ms` : `movetime=${movetime ?? MOVETIME}ms`;
  return tags;
}

const UNITS = { ms: 1, s: 1000, m: 60000, h: 3600000 };

// A duration such as 1.5s in whole milliseconds; null for any other text.
function milliseconds(text) {
  const [, number, unit] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text ?? "") ?? [];
  return unit ? Math.round(Number(number) * UNITS[unit]) : null;
}

// Who plays a game and how strong Reviver is, from the tags of its record. If a tag with the kind of a player is
// missing, two people play.
export function settingsOf(tags) {
  const kinds = SEATS.map((seat) => ({ human: "human", program: "reviver" })[tags[`${seat}Type`]?.toLowerCase()]);
  const limits = tags.EngineLimits ?? "";
  const limit = (form) => form.exec(limits)?.[1];
  const base = milliseconds(limit(/\btime=([^\s+]+)/));
  return {
    players: kinds.every((kind) => typeof kind === "string") ? kinds : ["human", "human"],
    level: wholeNumber(tags.EngineLevel, MAX_LEVEL, MAX_LEVEL),
    movetime: milliseconds(limit(/\bmovetime=(\S+)/)) ?? MOVETIME,
    clock: base === null ? null : { base, increment: milliseconds(limit(/\btime=[^\s+]+\+(\S+)/)) ?? 0 },
    left: base === null ? null : SEATS.map((seat) => milliseconds(tags[`${seat}Clock`]) ?? base),
  };
}
