import { expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { trialCount } from '../../support/trials.ts';
import { engine, noto, plain, prepare, readLine } from './faces.ts';
import { type Boxes, makeSquareFont } from './make-square-font.ts';

const openingBoxes = Object.fromEntries([...'「（『《'].map((sign) => [sign, [600, 950]] as const));
const closingBoxes = Object.fromEntries([...'」）』》、。，'].map((sign) => [sign, [50, 400]] as const));
const boxes: Boxes = { ...openingBoxes, ...closingBoxes, '・': [400, 600], '：': [400, 600], 字: [50, 950], ' ': [0, 1] };
const signs = { opening: Object.keys(openingBoxes), closing: Object.keys(closingBoxes), all: [] as string[] };
signs.all = [...signs.opening, ...signs.closing, '・'];

const open = (key: string, bytes: Uint8Array) => engine.openFace({ key: `full-width ${key}`, bytes });
const halt = Object.fromEntries([
  ...signs.opening.map((sign) => [sign, [-500, 500]] as const),
  ...signs.closing.map((sign) => [sign, [0, 500]] as const),
]);
const pairs = signs.all.flatMap((a) =>
  signs.all.filter((b) => signs.opening.includes(b) || signs.closing.includes(a)).map((b) => a + b),
);
const faces = {
  'a font without features': open('plain', makeSquareFont(boxes)),
  'a font with halt': open('halt', makeSquareFont(boxes, { halt })),
  'a font with chws': open('chws', makeSquareFont(boxes, { chws: pairs })),
};
/** Punctuation in the middle of its square, as in Taiwan. */
const centred = makeSquareFont({ ...boxes, '、': [300, 700], '。': [300, 700] });
const centredHalt = makeSquareFont(boxes, { halt: { ...halt, '、': [-250, 500], '。': [-250, 500] } });

const widthOf = (text: string, face = faces['a font without features']) => prepare(text, { faces: [face] }).maxWidth;

test.each(Object.entries(faces))('%s: the blank half between two signs goes, and no other', (_name, face) => {
  for (const [text, width] of [
    ['字」「字', 35],
    ['字。」字', 35],
    ['字、（字', 35],
    ['（「字」）', 40],
    ['」・「', 20],
    ['」」」', 20],
    ['「「「', 20],
    ['）。「（', 25],
    // A sign beside a character, a space or the end keeps its square.
    ['「字」字、字。', 70],
    ['」 「', 30],
    ['字：「字', 35],
    ['」：', 15],
    ['「」', 20],
    ['・・', 20],
  ] as const)
    expect(widthOf(text, face), text).toBeCloseTo(width);
});

test('signs in the middle of their square, and of fonts that are not full-width, stay as they are', () => {
  // The bracket before the full stop and the bracket after it lose their blank halves.
  expect(widthOf('」。「', open('centred', centred))).toBeCloseTo(20);
  expect(widthOf('。」', open('centred', centred))).toBeCloseTo(20);
  expect(widthOf('。」', open('centred halt', centredHalt))).toBeCloseTo(20);
  expect(widthOf('、、', open('centred halt', centredHalt))).toBeCloseTo(20);
  // Quotation marks of Latin text are words with their neighbours, as they were.
  const [line] = prepare('He said “‘No’”').wrap(1000);
  expect(line!.segments[0]!.words).toHaveLength(5);
});

test('the feature chws of a text turns it off', () => {
  for (const face of Object.values(faces))
    expect(prepare('」「', { faces: [face], style: { features: { chws: 0 } } }).maxWidth).toBeCloseTo(20);
});

test('a sign that begins a line keeps the blank half before it', () => {
  const lines = prepare('字」「字字', { faces: [faces['a font with halt']] }).wrap(25);
  expect(lines.map(readLine)).toEqual(['字」', '「字', '字']);
  expect(lines.map(({ width }) => width)).toEqual([20, 20, 10]);
  expect(
    prepare('字」「字字', { faces: [faces['a font with halt']] })
      .wrap(35)
      .map(({ width }) => width),
  ).toEqual([35, 10]);
});

test('an opening sign across a change of look, and in text from right to left', () => {
  const face = faces['a font without features'];
  const style = (size: number) => ({
    ...plain,
    faces: [face],
    lang: undefined,
    size,
    color: '#000000',
    letterSpacing: 0,
    underline: false,
    strike: false,
    features: {},
  });
  const runs = [
    { text: '字」', style: style(10), link: undefined },
    { text: '「字', style: style(20), link: undefined },
  ];
  expect(engine.prepare(runs, plain).maxWidth).toBeCloseTo(20 + 30);
  expect(prepare('」「', { faces: [face], options: { dir: 'rtl' } }).maxWidth).toBeCloseTo(20);
});

test('lines of any text are as wide as their words, no wider than their place, and show every character in order', () => {
  const random = createRandom(7);
  const pieces = [...signs.all, '字', '字', ' ', 'a'];
  for (const align of ['start', 'justify'] as const) {
    for (let round = 0; round < trialCount('full-width'); round++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 14) }, () => pieces[Math.floor(random() * pieces.length)]).join(
        '',
      );
      const paragraph = prepare(text, { faces: [Object.values(faces)[round % 3]!, noto], options: { align } });
      expect(paragraph.minWidth, text).toBeLessThanOrEqual(paragraph.maxWidth + 0.001);
      const width = 20 + random() * 80;
      const lines = paragraph.wrap(width);
      expect(lines.map(readLine).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      for (const line of lines) {
        const end = line.segments.at(-1);
        if (end && line.tooWide === undefined) expect(end.x + end.width, text).toBeLessThanOrEqual(width + 0.02);
      }
      expect(paragraph.wrap(paragraph.maxWidth)).toHaveLength(1);
      expect(
        paragraph.wrap(paragraph.minWidth).every(({ tooWide }) => tooWide === undefined),
        text,
      ).toBe(true);
    }
  }
});
