// The life times stand once. What derives from them is generated; this holds the pages that people write against the table.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inWords, lifeOf, type lifeTimes } from '../../src/contract/life-times.ts';

const root = new URL('../../', import.meta.url);
const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8'));

test.each([
  [24, '24 hours'],
  [36, '36 hours'],
  [48, '2 days'],
  [168, '7 days'],
])('%s hours are told as %s', (hours, words) => {
  expect(inWords(hours * 3_600_000)).toBe(words);
});

/** What guides and operators' pages say, with the life time as a group. */
const sentences: readonly (readonly [RegExp, keyof typeof lifeTimes])[] = [
  [/Results are kept for (\d+ \w+)/g, 'result'],
  [/removes results (?:after|that are older than) (\d+ \w+)/g, 'result'],
  [/The data of a failed job is kept for (\d+ \w+)/g, 'data'],
  [/the record of a job (?:for )?(\d+ \w+) (?:more|after)/g, 'record'],
  [/Deliveries are kept for (\d+ \w+)/g, 'delivery'],
  [/For (\d+ \w+) each call has two signatures/g, 'oldSecret'],
  [/draft that nobody has written for (\d+ \w+)/g, 'draft'],
  [/After (\d+ \w+) the server removes files/g, 'upload'],
];

test.each(sentences)('pages written by hand say the life time of the table: %s', (sentence, kind) => {
  const pages = [...filesIn('docs/guides', '.md'), ...filesIn('docs/deploy', '.md')];
  const said = pages.flatMap((page) => [...page.matchAll(sentence)].map(([, words]) => words));
  expect(new Set(said)).toEqual(new Set([lifeOf(kind)]));
});

test('no other file of the program writes a life time in words', () => {
  const written = filesIn('src', '.ts').flatMap(
    (text) => text.match(/\bkept for (?:only )?\d+ (?:hours|days)|within (?:the last )?24 hours/g) ?? [],
  );
  expect(written).toEqual([]);
});
