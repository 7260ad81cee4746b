import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import type { GroupItem, LineItem, Stroke } from '../../../src/document/layout/fragment.ts';
import type { Face } from '../../../src/document/text/shaped-text.ts';
import { contentOfItems, helvetica, letterFace, makeRect, makeStandardWord, makeText, makeWord } from './samples.ts';

const stroke: Stroke = { width: 0.5, color: '#00ff00', dash: [] };
const line: LineItem = { kind: 'line', x1: 0, y1: 10, x2: 100, y2: 10, stroke, tag: undefined };
const space = makeWord(' ', { isSpace: true });

test('text lines share one text object and move relatively to each other', () => {
  const content = contentOfItems([makeText([makeWord('A')], { y: 20 }), makeText([makeWord('B')], { x: 12.5, y: 32 })]);
  expect(content).toBe('BT\n/F1 10 Tf\n10 80 Td\n[(\0$)]TJ\n2.5 -12 Td\n[(\0%)]TJ\nET\n');
});

test('relative moves do not drift: every line starts within half a hundredth of its place', () => {
  const items = Array.from({ length: 60 }, (_, i) => makeText([makeWord('A')], { x: 10 + i * 0.3333, y: 20 + i * 1.23456 }));
  let x = 0;
  let y = 0;
  [...contentOfItems(items).matchAll(/^(\S+) (\S+) Td$/gm)].forEach(([, dx, dy], i) => {
    x += Number(dx);
    y += Number(dy);
    expect(Math.abs(x - (10 + i * 0.3333))).toBeLessThan(0.0051);
    expect(Math.abs(100 - y - (20 + i * 1.23456))).toBeLessThan(0.0051);
  });
});

test('font and colour are written again only when they change', () => {
  const red = { color: '#f00' };
  const content = contentOfItems([
    makeText([makeWord('A')], { style: red }),
    makeText([makeWord('B')], { style: red }),
    makeText([makeWord('C')], { style: { ...red, size: 12 } }),
  ]);
  expect(content.match(/rg/g)).toHaveLength(1);
  expect(content.match(/Tf/g)).toHaveLength(2);
});

test('letter spacing is set and taken back', () => {
  const content = contentOfItems([makeText([makeWord('A')], { style: { letterSpacing: 1.25 } }), makeText([makeWord('B')])]);
  expect(content).toContain('1.25 Tc\n');
  expect(content).toContain('\n0 Tc\n');
});

test('justification widens each space by thousandths of an em, backwards as TJ counts', () => {
  const words = [makeWord('A'), space, makeWord('B'), space, makeWord('C')];
  expect(contentOfItems([makeText(words, { wordSpacing: 2 })])).toContain('[(\0$\0\x03)-200(\0%\0\x03)-200(\0&)]TJ');
});

test('a move at the end of what is shown is followed by no empty string, before which PDFium forgets it', () => {
  const words = [makeWord('A'), space, makeWord('B', { actualText: 'é' })];
  expect(contentOfItems([makeText(words, { wordSpacing: 2 })])).toContain('[(\0$\0\x03)-200]TJ\n/Span');
});

test('in a standard font codes are one byte', () => {
  const words = [makeStandardWord('A'), { ...makeStandardWord(' '), isSpace: true as const }, makeStandardWord('B')];
  expect(contentOfItems([makeText(words, { face: helvetica, wordSpacing: 2 })])).toContain('[(A )-200(B)]TJ');
  // Between other words where the line says so.
  expect(contentOfItems([makeText(words, { face: helvetica, wordSpacing: 2, spreads: new Set([0]) })])).toContain(
    '[(A)-200( )-200(B)]TJ',
  );
});

test('a word of pieces is painted piece by piece with its rise', () => {
  const pieces = [
    { tj: '\0$', riseEm: 0 },
    { tj: '\0%', riseEm: 120 },
  ];
  const content = contentOfItems([makeText([makeWord('AB', { tj: '', pieces }), makeWord('C')])]);
  expect(content).toContain('[(\0$)]TJ\n1.2 Ts\n[(\0%)]TJ\n0 Ts\n[(\0&)]TJ');
});

test('a word with its own text is marked with it', () => {
  const content = contentOfItems([makeText([makeWord('AB', { actualText: 'é😀' }), makeWord('C')])]);
  expect(content).toContain('/Span<</ActualText<feff00e9d83dde00>>>BDC\n[(\0$\0%)]TJ\nEMC\n[(\0&)]TJ');
});

test('an unpaired surrogate in the text of a word becomes U+FFFD', () => {
  expect(contentOfItems([makeText([makeWord('A', { actualText: 'x\ud800' })])])).toContain('<feff0078fffd>');
});

const ligature = (text: string) => makeWord('A', { glyphs: [300], tj: '\x01,', says: [text] });

test('a glyph that stands for two texts has a code for each', () => {
  const face = { ...letterFace, firstFreeCode: 0x2028 };
  const content = contentOfItems([makeText([ligature('fi'), ligature('ﬁ'), ligature('fi'), ligature('ﬁ')], { face })]);
  expect(content).toContain('[(\x01,)]TJ\n[(\x20\\()]TJ\n[(\x01,)]TJ\n[(\x20\\()]TJ\nET');
});

test('a glyph whose text the character map gives keeps its code for that text', () => {
  const face = { ...letterFace, firstFreeCode: 0x200 };
  const said = makeWord('A', { says: ['Α'] });
  expect(contentOfItems([makeText([said, makeWord('A')], { face })])).toContain('[(\x02\0)]TJ\n[(\0$)]TJ');
});

test('where a font leaves no code free, the second text of a glyph is marked around the word', () => {
  const content = contentOfItems([makeText([ligature('fi'), ligature('fi'), ligature('ﬁ')])]);
  expect(content.match(/BDC/g)).toHaveLength(1);
  expect(content).toContain('/Span<</ActualText<fefffb01>>>BDC\n[(\x01,)]TJ\nEMC');
});

test('glyphs without a text are drawn first, at the places of their words, and the line begins anew for what is said', () => {
  const face = { ...letterFace, firstFreeCode: 0x200 };
  const drawn = {
    glyphs: [400, 401],
    pieces: [
      { tj: '\x01\x90', riseEm: 0 },
      { tj: '\x01\x91', riseEm: 120 },
    ],
  };
  const word = makeWord('A', { drawn, tj: '', pieces: [{ tj: '\0$', riseEm: 0, stretch: 2 }] });
  expect(contentOfItems([makeText([makeWord('C'), space, word], { face })])).toContain(
    '/Span<</ActualText<feff>>>BDC\n[()-1000(\x01\x90)]TJ\n1.2 Ts\n[(\x01\x91)]TJ\n0 Ts\nEMC\n' +
      '0 0 Td\n[(\0&\0\x03)]TJ\n200 Tz\n[(\0$)]TJ\n100 Tz\n',
  );
});

test('underline and strike cover the whole segment, as filled rectangles after the text object', () => {
  const content = contentOfItems([makeText([makeWord('A')], { style: { underline: true, strike: true, color: '#f00' } })]);
  expect(content.endsWith('ET\n10 78.5 50 0.5 re\n10 82 50 0.5 re f\n')).toBe(true);
});

test('underline and strike keep their height under a fallback face', () => {
  const style = { underline: true, strike: true };
  const other = {
    ...letterFace,
    id: 'other',
    metrics: { ...letterFace.metrics, underlinePosition: -300, underlineThickness: 90, strikeoutPosition: 400 },
  };
  const rectanglesOf = (face: Face) => contentOfItems([makeText([makeWord('A')], { face, style })]).match(/.* re/g);
  expect(rectanglesOf(other)).toEqual(rectanglesOf(letterFace));
});

test('neighbouring rectangles of one colour are one path', () => {
  const content = contentOfItems([makeRect(), makeRect({ x: 50 }), makeRect({ x: 90, fill: '#00f' })]);
  expect(content).toBe('1 0 0 rg\n10 40 30 40 re\n50 40 30 40 re\nf\n0 0 1 rg\n90 40 30 40 re\nf\n');
});

test('boxes that touch still touch after rounding', () => {
  const content = contentOfItems([makeRect({ x: 0, width: 10.004 }), makeRect({ x: 10.004, width: 10.004 })]);
  const [first, second] = [...content.matchAll(/^(\S+) \S+ (\S+) \S+ re$/gm)].map(([, x, width]) => [Number(x), Number(width)]);
  expect(first![0]! + first![1]!).toBeCloseTo(second![0]!, 6);
});

test('neighbouring lines of one look are one path, and a change of dash ends it', () => {
  const content = contentOfItems([line, { ...line, y1: 20, y2: 20 }, { ...line, stroke: { ...stroke, dash: [3, 1.5] } }]);
  expect(content).toBe('0 1 0 RG\n0.5 w\n0 90 m 100 90 l\n0 80 m 100 80 l\nS\n[3 1.5] 0 d\n0 90 m 100 90 l\nS\n');
});

test('a stroke of no width draws nothing', () => {
  const none = { ...stroke, width: 0 };
  expect(contentOfItems([{ ...line, stroke: none }, makeRect({ fill: undefined, stroke: none })])).toBe('');
});

test('a rounded rectangle with fill and stroke is one closed path, its radius at most half its side', () => {
  const content = contentOfItems([makeRect({ radius: 99, stroke })]);
  expect(content.match(/ c/g)).toHaveLength(4);
  expect(content).toContain('\n25 80 m\n25 80 l\n33.28 80 40 73.28 40 65 c\n');
  expect(content.endsWith(' c\nh B\n')).toBe(true);
});

test('modules are one path under one matrix', () => {
  const content = contentOfItems([
    { kind: 'modules', x: 10, y: 20, scaleX: 1.5, scaleY: 2, rects: [0, 0, 3, 1, 4, 0, 1, 2], fill: '#000000', tag: undefined },
  ]);
  expect(content).toBe('q 1.5 0 0 -2 10 80 cm\n0 0 3 1 re\n4 0 1 2 re\nf Q\n');
});

test('a group that is only moved costs no operator; clip and turn are undone after it', () => {
  const group: GroupItem = { kind: 'group', x: 5, y: 5, rotate: 0, clip: undefined, items: [makeRect()] };
  expect(contentOfItems([group])).toBe('1 0 0 rg\n15 35 30 40 re\nf\n');
  const clipped = contentOfItems([{ ...group, clip: { x: 0, y: 0, width: 20, height: 20 } }, makeRect()]);
  expect(clipped).toBe('q\n5 75 20 20 re W n\n1 0 0 rg\n15 35 30 40 re\nf\nQ\n1 0 0 rg\n10 40 30 40 re\nf\n');
  const turned = contentOfItems([{ ...group, rotate: 90 }]);
  expect(turned).toBe('q\n0 -1 1 0 5 95 cm\n1 0 0 rg\n10 -60 30 40 re\nf\nQ\n');
});

test('groups nest deeper than q may, and each part is clipped and turned as it should be', () => {
  const nested = (depth: number, inner: GroupItem['items']): GroupItem => ({
    kind: 'group',
    x: 0,
    y: 0,
    rotate: depth % 2 === 0 ? 0 : 90,
    clip: { x: 0, y: 0, width: depth, height: 10 },
    items: depth === 1 ? inner : [nested(depth - 1, inner), makeRect({ width: depth })],
  });
  const operators = contentOfItems([nested(40, [makeRect({ width: 1 })]), makeRect({ width: 99 })]).split('\n');
  /** For each painted rectangle: the clips and turns that hold. */
  const painted = new Map<string, string>();
  const saved: string[][] = [];
  let state: string[] = [];
  let deepest = 0;
  for (const [i, operator] of operators.entries()) {
    if (operator === 'q') deepest = Math.max(deepest, saved.push([...state]));
    else if (operator === 'Q') state = saved.pop()!;
    else if (/(?:W n| cm)$/.test(operator)) state.push(operator.endsWith('cm') ? 'turn' : operator.split(' ')[2]!);
    else if (operator === 'f') painted.set(operators[i - 1]!.split(' ')[2]!, state.join(' '));
  }
  const stateAt = (depth: number) =>
    Array.from({ length: 41 - depth }, (_, i) => 40 - i)
      .map((one) => (one % 2 === 0 ? `${one}` : `turn ${one}`))
      .join(' ');
  expect(deepest).toBe(26);
  expect(saved).toEqual([]);
  for (const depth of [1, 2, 13, 14, 15, 16, 40]) expect(painted.get(`${depth}`)).toBe(stateAt(depth));
  expect(painted.get('99')).toBe('');
});

test('far from the page numbers are integers, and near it lines start where they should', () => {
  const far = makeText([makeWord('A')], { x: 40_000.55, y: -40_000.55 });
  const content = contentOfItems([
    far,
    makeText([makeWord('B')], { x: 12.34, y: 20 }),
    makeRect({ x: -50_000.5, width: 50_010.25 }),
  ]);
  const numbers = content.match(/-?\d*\.\d+/g)!.map(Number);
  expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(32_767);
  const moves = [...content.matchAll(/^(\S+) (\S+) Td$/gm)];
  expect(moves.reduce((sum, [, x]) => sum + Number(x), 0)).toBeCloseTo(12.34);
  expect(moves.reduce((sum, [, , y]) => sum + Number(y), 0)).toBeCloseTo(80);
});

test('a line of many glyphs is painted in strings of at most 32,000 bytes', () => {
  const escaped = makeWord('', { tj: '\\(\0\\)\\('.repeat(20_000), glyphs: [] });
  const strings = /\[\((.*)\)\]TJ/s.exec(contentOfItems([makeText([escaped])]))![1]!.split(/(?<!\\)\)\(/);
  expect(strings.map((string) => string.replace(/\\./g, '.').length)).toEqual([32_000, 32_000, 16_000]);
  expect(strings.join('')).toBe(escaped.tj);
});

test('an invalid color, and not-a-number, never reach the page', () => {
  expect(() => contentOfItems([makeRect({ fill: 'red' })])).toThrow(PdfgenError);
  expect(contentOfItems([makeRect({ x: Number.NaN, width: Number.POSITIVE_INFINITY })])).not.toMatch(/NaN|Infinity|e\+/);
});

test('what is stretched has no letter spacing, and what follows has it again', () => {
  const word = makeWord('A', { tj: '', pieces: [{ tj: '\0$', riseEm: 0, stretch: 1.5 }] });
  const content = contentOfItems([makeText([word, makeWord('C')], { style: { letterSpacing: 2 } })]);
  expect(content).toContain('150 Tz\n0 Tc\n[(\0$)]TJ\n100 Tz\n2 Tc\n[(\0&)]TJ');
});
