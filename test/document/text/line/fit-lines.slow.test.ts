// Properties of justified paragraphs, with random texts, widths and settings. PDFGEN_TEST_PARAGRAPHS and PDFGEN_TEST_SEED try more of them.
import { describe, expect, test } from 'vitest';
import { Hyphenator, Patterns } from '../../../../src/document/text/hyphenation/hyphenator.ts';
import type { HardLine } from '../../../../src/document/text/line/atom.ts';
import { cutSimple } from '../../../../src/document/text/line/cut-simple.ts';
import { type FilledLine, fillLines, type LineSettings } from '../../../../src/document/text/line/fill-lines.ts';
import { checkEvery, fitLines, mostBeginnings } from '../../../../src/document/text/line/fit-lines.ts';
import { hyphenateAtoms } from '../../../../src/document/text/line/hyphenate-atoms.ts';
import { StyleShaping } from '../../../../src/document/text/style-shaping.ts';
import { createRandom } from '../../../support/random.ts';
import { testResources } from '../../../support/render.ts';
import { makeStyle, noto } from '../faces.ts';
import words from '../hyphenated-words.json' with { type: 'json' };

const count = Number(process.env.PDFGEN_TEST_PARAGRAPHS ?? 300);
const firstSeed = Number(process.env.PDFGEN_TEST_SEED ?? 1);

const look = { shaping: new StyleShaping(makeStyle([noto], { size: 10 })), link: undefined };
const german = words.de
  .replaceAll('-', '')
  .split(' ')
  .filter((word) => /^[a-zäöüß]+$/i.test(word));
const hyphenator = new Hyphenator(new Patterns(testResources.patterns('de')!.bytes), {});
const noCheck = () => undefined;

/** Without no-break spaces where these are not simple. */
const hardOf = (text: string): HardLine => (cutSimple(text, look) ?? cutSimple(text.replaceAll('\u00a0', ' '), look))![0]!;

function makeParagraph(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const word = () => {
    const kind = random();
    if (kind < 0.1) return pick(['a', 'I', '100', 'b-c']);
    if (kind < 0.15) return `${pick(german)}-${pick(german)}`;
    if (kind < 0.2) return `${pick(german)}${pick(german)}${pick(german)}`;
    return `${pick(german)}${kind > 0.9 ? ',' : ''}`;
  };
  let text = word();
  for (let i = Math.floor(random() * 80); i > 0; i--) text += `${random() < 0.03 ? '\u00a0' : ' '}${word()}`;
  const hard = hardOf(text);
  const settings: LineSettings = { wrap: random() < 0.2 ? 'anywhere' : 'normal', hyphensInRow: pick([1, 2, 3, 100]), stops: { tabs: [] } };
  return { text, hard: random() < 0.8 ? hyphenateAtoms(hard, hyphenator) : hard, settings, width: 20 + random() ** 2 * 400 };
}

const textOf = (atoms: FilledLine['atoms']) => atoms.map(({ text, word }) => word.actualText ?? text).join('');
const spacesOf = ({ atoms }: FilledLine) => atoms.filter(({ isSpace }) => isSpace);
const endsInHyphen = ({ atoms }: FilledLine) => atoms.at(-1)?.word.actualText?.endsWith('\u00ad') === true;
/** The share by which the spaces of a line stretch. A line without spaces counts as one with a narrow space. */
const stretchOf = (line: FilledLine, width: number) =>
  line.isLast
    ? 0
    : (width - line.width) /
      Math.max(
        2,
        spacesOf(line).reduce((sum, one) => sum + one.width, 0),
      );
/** Whether a line could end earlier. */
const couldEnd = ({ atoms }: FilledLine) => atoms.some(({ canEnd }, i) => canEnd && i < atoms.length - 1);

describe('fitLines', () => {
  test.each(Array.from({ length: 10 }, (_, part) => part))('random paragraphs, part %i', (part) => {
    for (let seed = firstSeed + part; seed < firstSeed + count; seed += 10) {
      const { text, hard, settings, width } = makeParagraph(seed);
      const lines = fitLines(hard, width, settings, noCheck);
      const filled = fillLines(hard, width, settings, noCheck);
      const about = JSON.stringify({ seed, width, settings, lines: lines.map(({ atoms }) => textOf(atoms)) }, undefined, 1);

      const whole = lines.map((line) => textOf(line.atoms) + (line.endsInSpace ? ' ' : '')).join('');
      expect(whole.replaceAll('\u00ad', ''), about).toBe(text.replaceAll('\u00a0', ' '));
      for (const line of lines) {
        const shrinks = line.mayShrink ? 0.25 * spacesOf(line).reduce((sum, one) => sum + one.width, 0) : 0;
        if (line.width > width + shrinks + 0.02) expect([couldEnd(line), line.mayShrink], about).toEqual([false, undefined]);
      }
      expect(lines.map(({ isLast }) => isLast).indexOf(true), about).toBe(lines.length - 1);

      let inRow = 0;
      for (const [i, line] of lines.entries()) {
        inRow = endsInHyphen(line) ? inRow + 1 : 0;
        // A hyphen too many stands only where the line has no other place to end.
        if (inRow > settings.hyphensInRow) expect(couldEnd(line), `line ${i} ${about}`).toBe(false);
      }

      const worst = (all: readonly FilledLine[]) => Math.max(0, ...all.map((line) => stretchOf(line, width)));
      // Up to half a space nobody sees.
      expect(worst(lines), about).toBeLessThanOrEqual(Math.max(0.5, worst(filled)) + 1e-6);
    }
  });

  test.each([
    ['German', (length: number) => `${german.join(' ')} `.repeat(30).slice(0, length).trim(), 200_000, 240],
    ['one-letter words', (length: number) => 'a '.repeat(length / 2).trim(), 1_000_000, 240],
    ['one-letter words in a very wide place', (length: number) => 'a '.repeat(length / 2).trim(), 200_000, 100_000],
    [
      'words that need hyphens everywhere',
      (length: number) => `${german.join(' ')} `.repeat(30).slice(0, length).trim(),
      50_000,
      25,
    ],
  ])('the work grows with the length alone: %s', (_, make, length, width) => {
    const hard = hyphenateAtoms(hardOf(make(length)), hyphenator);
    const places = hard.atoms.reduce((sum, { canEnd, breaks }) => sum + (canEnd ? 1 : 0) + (breaks?.length ?? 0), 1);
    let checks = 0;
    fitLines(hard, width, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] } }, () => checks++);
    expect(checks).toBeGreaterThan(0);
    // Once without hyphens, once with them, and the lines filled one by one.
    expect(checks * checkEvery).toBeLessThan(2 * (mostBeginnings + 4) * places + (places * checkEvery) / 32);
  });

  test('stops when time is up', () => {
    const hard = hardOf('a '.repeat(10_000).trim());
    const stop = () => {
      throw new Error('time is up');
    };
    expect(() => fitLines(hard, 240, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] } }, stop)).toThrow('time is up');
  });

  test('a rest of a word that is narrower than a hyphen stays on its line', () => {
    const whole = hardOf('x Mühli y');
    const breaks = [{ at: 4, hyphen: true }];
    const hard = { ...whole, atoms: whole.atoms.map((atom) => (atom.text === 'Mühli' ? { ...atom, breaks } : atom)) };
    const narrow = hard.atoms.slice(0, 3).reduce((sum, { width }) => sum + width, 0) + 0.1;
    expect(
      fitLines(hard, narrow, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] } }, noCheck).map(({ atoms }) =>
        textOf(atoms),
      )[0],
    ).toBe('x Mühli');
  });

  test('spaces of a line that is too wide keep their width', () => {
    const hard = hardOf('a b Gesellschaft\u00a0Kapitän c d');
    const lines = fitLines(hard, 60, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] } }, noCheck);
    const line = lines.find(({ width }) => width > 60)!;
    expect([textOf(line.atoms), line.mayShrink]).toEqual(['Gesellschaft Kapitän', undefined]);
  });
});
