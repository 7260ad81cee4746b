import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { warningTable } from '../../src/contract/warnings.ts';
import { plainFault } from '../../src/editor-page/plain-fault.ts';
import * as words from '../../src/editor-words/index.ts';

const { faultWords } = words;

/** Codes of faults of templates, which no table lists. */
const ofTemplates = ['possibly-missing', 'unknown-path', 'unread-marks'];

test('plain words stand for codes that there are, and name nothing of the notation', () => {
  const known = new Set([...Object.keys(warningTable), ...ofTemplates]);
  expect(Object.keys(faultWords).filter((code) => !known.has(code))).toEqual([]);
  expect(Object.values(faultWords).filter((words) => /[`"{}|]|schema|binding|component|JSON/i.test(words))).toEqual([]);
});

test('no word is empty', () => {
  const emptyIn = (value: unknown, place: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => emptyIn(one, `${place}.${name}`))
      : value === ''
        ? [place]
        : [];
  expect(emptyIn(words, 'words')).toEqual([]);
});

test('a rare fault has its message', () => {
  expect(plainFault('text-cut')).toContain('cut off');
  expect([plainFault('locked-pdf'), plainFault('toString'), plainFault(undefined)]).toEqual([undefined, undefined, undefined]);
});

test('names of controls and of the template stand in one kind of quotes', () => {
  expect(readFileSync(new URL('../../src/editor-words/en.ts', import.meta.url), 'utf8')).not.toContain('"');
});
