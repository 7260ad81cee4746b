// Properties of justified paragraphs, with random texts, widths and settings. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try more of them.
import { describe, expect, test } from 'vitest';
import { Hyphenator, Patterns } from '../../../../src/document/text/hyphenation/hyphenator.ts';
import { type HardLine, pieceOf } from '../../../../src/document/text/line/atom.ts';
import { cutSimple } from '../../../../src/document/text/line/cut-simple.ts';
import { breaksOf } from '../../../../src/document/text/line/divide-atom.ts';
import { type FilledLine, fillLines, type LineSettings } from '../../../../src/document/text/line/fill-lines.ts';
import { checkEvery, fitLines, mostBeginnings } from '../../../../src/document/text/line/fit-lines.ts';
import { StyleShaping } from '../../../../src/document/text/style-shaping.ts';
import { createRandom } from '../../../support/random.ts';
import { testResources } from '../../../support/render.ts';
import { trialSeeds } from '../../../support/trials.ts';
import { makeStyle, noto } from '../faces.ts';
import words from '../hyphenated-words.json' with { type: 'json' };

const seeds = trialSeeds('fit-lines.slow');

const look = { shaping: new StyleShaping(makeStyle([noto], { size: 10 })), link: undefined };
const german = words.de
  .replaceAll('-', '')
  .split(' ')
  .filter((word) => /^[a-zäöüß]+$/i.test(word));
const hyphenator = new Hyphenator(new Patterns(testResources.patterns('de')!.bytes), {});
const noCheck = () => undefined;

/** Without no-break spaces where these are not simple. */
const hardOf = (text: string): HardLine =>
  (cutSimple(text, look, false) ?? cutSimple(text.replaceAll('\u00a0', ' '), look, false))![0]!;

function makeParagraph(seed: number, longest = 80) {
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
  for (let i = Math.floor(random() * longest); i > 0; i--) text += `${random() < 0.03 ? '\u00a0' : ' '}${word()}`;
  const hard = hardOf(text);
  const settings: LineSettings = {
    wrap: random() < 0.2 ? 'anywhere' : 'normal',
    hyphensInRow: pick([1, 2, 3, 100]),
    stops: { tabs: [] },
    hyphenator: random() < 0.8 ? hyphenator : undefined,
  };
  return { text, hard, settings, width: 20 + random() ** 2 * 400 };
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

/** Whether some way to break a paragraph has no line that stretches by more than `most`: every way is tried. */
function canFit(hard: HardLine, width: number, { hyphensInRow, hyphenator }: LineSettings, most: number): boolean {
  const { atoms } = hard;
  const places = atoms.flatMap((atom, at) => [
    ...breaksOf(atoms, at, hyphenator).map((one) => ({ place: at, inside: one.at, hyphen: one.hyphen })),
    ...(atom.canEnd || at === atoms.length - 1 ? [{ place: at, inside: atom.text.length, hyphen: false }] : []),
  ]);
  /** By hyphens in a row. */
  const ways = [new Set([0]), ...places.map(() => new Set<number>())];
  const start = { place: 0, inside: 0 };
  for (const [k, to] of places.entries())
    for (const [j, from] of [start, ...places.slice(0, k)].entries()) {
      const inRow = [...ways[j]!].map((one) => (to.hyphen ? one + 1 : 0)).filter((one) => one <= hyphensInRow);
      if (inRow.length === 0) continue;
      const parts = atoms.slice(from.place, to.place + 1).flatMap((atom, i) => {
        const [begin, end] = [i === 0 ? from.inside : 0, from.place + i === to.place ? to.inside : atom.text.length];
        return begin === end ? [] : [pieceOf(atom, begin, end, from.place + i === to.place && to.hyphen)];
      });
      while (parts.at(-1)?.hangs) parts.pop();
      const sum = (list: typeof parts) => list.reduce((total, one) => total + one.width, 0);
      const spaces = sum(parts.filter(({ isSpace }) => isSpace));
      const room = width - sum(parts);
      const fits = room >= -0.25 * spaces - 0.01 && (k === places.length - 1 || room <= most * Math.max(2, spaces) + 1e-9);
      if (fits) for (const one of inRow) ways[k + 1]!.add(one);
    }
  return ways.at(-1)!.size > 0;
}

describe('fitLines', () => {
  test.each(Array.from({ length: 10 }, (_, part) => part))('random paragraphs, part %i', (part) => {
    for (const seed of seeds) {
      if (seed % 10 !== part) continue;
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

  test('has no gap above 1 em, or above 1.5 em, if any way to break the paragraph has none', () => {
    const possible = { 1: 0, 1.5: 0 };
    for (let seed = 1; seed <= 100; seed++) {
      const { hard, settings, width } = makeParagraph(seed, 20);
      const lines = fitLines(hard, width, settings, noCheck);
      const widest = Math.max(0, ...lines.map((line) => stretchOf(line, width)));
      for (const gap of [1, 1.5] as const) {
        const most = (1000 * gap) / look.shaping.space.widthEm - 1;
        if (!canFit(hard, width, settings, most)) continue;
        possible[gap]++;
        const about = JSON.stringify({ seed, gap, width, settings, lines: lines.map(({ atoms }) => textOf(atoms)) });
        expect(widest, about).toBeLessThanOrEqual(most + 1e-6);
      }
    }
    expect(Math.min(...Object.values(possible))).toBeGreaterThan(20);
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
    const hard = hardOf(make(length));
    const { atoms } = hard;
    const places = atoms.reduce((sum, { canEnd }, i) => sum + (canEnd ? 1 : 0) + breaksOf(atoms, i, hyphenator).length, 1);
    let checks = 0;
    fitLines(hard, width, { wrap: 'normal', hyphensInRow: 2, stops: { tabs: [] }, hyphenator }, () => checks++);
    expect(checks).toBeGreaterThan(0);
    // Few of the tries come far beside the best one; and the lines are filled one by one.
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
