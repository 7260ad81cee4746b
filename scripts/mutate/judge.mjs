// Compares the results of a run with the accepted survivors.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A test that fails, time that runs out, or an error outside of the tests: all three would be noticed. */
const killed = new Set(['Killed', 'Timeout', 'RuntimeError']);

/** The entries of accepted-survivors.json. */
export function readAccepted() {
  const entries = JSON.parse(readFileSync(new URL('accepted-survivors.json', import.meta.url), 'utf8'));
  for (const { file, source, reason } of entries)
    if (!reason) throw new Error(`accepted-survivors.json: the entry for "${source}" in ${file} has no reason.`);
  return entries;
}

/** Counts the killed mutants. Gives the survivors that are not accepted, and the accepted entries that a test kills. */
export function judge(results, accepted) {
  const told = results.map((result) => ({ ...result, ...readSource(result) })).map((one) => ({ ...one, entry: toEntry(one) }));
  const isEntry = (entry) => (one) => ['file', 'source', 'original', 'replacement'].every((name) => one[name] === entry[name]);
  const alive = told.filter(({ status }) => !killed.has(status));
  const survivors = alive.filter(({ entry }) => !accepted.some(isEntry(entry)));
  return {
    survivors,
    acceptedCount: alive.length - survivors.length,
    killedCount: told.length - alive.length,
    needless: accepted.filter(
      (one) => told.some(({ entry }) => isEntry(entry)(one)) && !alive.some(({ entry }) => isEntry(entry)(one)),
    ),
  };
}

/** Those of `mutants`, which count locations from 0, that `entries` describe. */
export function matchEntries(mutants, entries) {
  const described = new Set(entries.map((entry) => JSON.stringify({ ...entry, reason: '' })));
  return mutants.filter((mutant) => described.has(JSON.stringify(toEntry({ ...mutant, ...readSource(fromOne(mutant)) }))));
}

/** A line for a mutant that counts locations from 0. */
export function describeMutant(mutant) {
  const { file, original, replacement } = toEntry({ ...mutant, ...readSource(fromOne(mutant)) });
  return `${file}:${mutant.location.start.line + 1}  ${original}  ->  ${replacement}`;
}

/** The mutant with a location that counts from 1. */
function fromOne(mutant) {
  const up = ({ line, column }) => ({ line: line + 1, column: column + 1 });
  return { ...mutant, location: { start: up(mutant.location.start), end: up(mutant.location.end) } };
}

/** An entry of accepted-survivors.json. It names no line number, so that it stays true when the file changes elsewhere. */
export const toEntry = ({ file, source, original, replacement }) => ({
  file,
  source,
  original: short(original),
  replacement: short(replacement),
  reason: '',
});

export function describeSurvivor({ file, location, mutatorName, status, source, original, replacement }) {
  const { line, column } = location.start;
  const cause = status === 'NoCoverage' ? 'no test runs it' : 'the tests stay green';
  return `${file}:${line}:${column}  ${mutatorName}, ${cause}\n    ${source}\n  - ${short(original)}\n  + ${short(replacement)}`;
}

function readSource({ fileName, location: { start, end } }) {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const within = lines.slice(start.line - 1, end.line);
  within.push(within.pop().slice(0, end.column - 1));
  within[0] = within[0].slice(start.column - 1);
  return { file: relative('.', fileName), source: lines[start.line - 1].trim(), original: within.join('\n') };
}

const short = (text) => {
  const onOneLine = text.replace(/\s+/g, ' ').trim();
  return onOneLine.length > 160 ? `${onOneLine.slice(0, 159)}…` : onOneLine;
};
