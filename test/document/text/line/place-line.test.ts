import { expect, test } from 'vitest';
import type { TextLine } from '../../../../src/document/text/shaped-text.ts';
import { createRandom } from '../../../support/random.ts';
import { dejavu, khmer, myanmar, noto, prepare, readLine, thai } from '../faces.ts';

const options = { align: 'justify' } as const;
/** The shipped fonts lack Han characters; the box in their place is spread as they are. */
const faces = [noto, thai, dejavu];

/** Where the words of a line end, by their glyphs, and how much the line puts after each. */
function gapsOf(line: TextLine): number[] {
  return line.segments.flatMap(({ words, wordSpacing, spreads }) =>
    words.map((word, i) => (word.isSpace || spreads?.has(i) ? wordSpacing : 0)),
  );
}

function widthOf({ segments }: TextLine): number {
  const last = segments.at(-1)!;
  return last.x + last.width;
}

test('justified Han spreads between its characters, but not before a full stop or after a bracket', () => {
  const text = '人人生而自由，「在尊嚴」和權利上一律平等。'.repeat(3);
  const lines = prepare(text, { faces, options }).wrap(103);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines.slice(0, -1)) {
    expect(line.width).toBeCloseTo(103);
    expect(widthOf(line)).toBeCloseTo(103);
    expect(new Set(gapsOf(line).map((gap) => gap.toFixed(6))).size).toBeLessThanOrEqual(2);
  }
  const [, ...rest] = gapsOf(
    prepare('字字。「字」字字字 x', { faces, options }).wrap(prepare('字字。「字」字字字', { faces }).maxWidth + 3)[0]!,
  );
  expect(rest.map((gap) => gap > 0)).toEqual([false, true, false, false, true, true, true, false, true]);
});

test('justified Thai spreads between clusters, and marks stay on their letters', () => {
  const text = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ';
  const lines = prepare(text, { faces: [thai], options }).wrap(97);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(0, -1)) {
    expect(widthOf(line)).toBeCloseTo(97);
    const gaps = gapsOf(line);
    expect(gaps.filter((gap) => gap > 0)).toHaveLength(gaps.length - 1);
    for (const { words } of line.segments)
      for (const { glyphs, widthEm } of words) expect(widthEm, glyphs.join(' ')).toBeGreaterThan(0);
  }
  expect(lines.map(readLine).join('')).toHaveLength(
    prepare(text, { faces: [thai] })
      .wrap(1e6)
      .map(readLine)
      .join('').length,
  );
});

test.each([
  ['Khmer', khmer, 'មនុស្សទាំងអស់កើតមកមានសេរីភាព និងសមភាពក្នុងសេចក្តីថ្លៃថ្នូរ'],
  ['Burmese', myanmar, 'လူတိုင်းသည်တူညီ လွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်း'],
])('justified %s spreads at its spaces, and between words only on a line without spaces', (_name, face, text) => {
  const [before, after] = text.split(' ') as [string, string];
  const spreadOf = (line: string) => {
    const width = prepare(line, { faces: [face] }).maxWidth + 3;
    const [first] = prepare(`${line} ${'ក'.repeat(40)}`, { faces: [face, noto], options }).wrap(width);
    expect(widthOf(first!)).toBeCloseTo(width);
    // The space at the end is there for readers alone.
    const gaps = gapsOf(first!).slice(0, -1);
    return { spaces: first!.segments.every(({ spreads }) => spreads === undefined), gaps: gaps.filter((gap) => gap > 0) };
  };
  expect(spreadOf(text)).toMatchObject({ spaces: true, gaps: [expect.closeTo(3)] });
  for (const words of [before, after]) expect(spreadOf(words).spaces).toBe(false);
});

test('Latin and Korean spread between words alone', () => {
  for (const text of ['one two three four five', '모든 인간은 태어날 때부터 자유']) {
    const [line] = prepare(text, { faces, options }).wrap(60);
    expect(line!.segments.every(({ spreads }) => spreads === undefined)).toBe(true);
    expect(widthOf(line!)).toBeCloseTo(60);
  }
});

test('each line but the last is as wide as its place, whatever is on it, and shows what it would show without', () => {
  const random = createRandom(13);
  const pieces = [
    ...'字 漢字 かっこ 。 「 」 ー'.split(' '),
    ' ',
    ' ',
    ...'word 12,345.67 ไทย น้ำ ที่ שלום'.split(' '),
    '\u00a0',
    ...'… é （ 字!'.split(' '),
  ];
  let spread = 0;
  for (let round = 0; round < 200; round++) {
    const text = Array.from({ length: 2 + Math.floor(random() * 14) }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    );
    const width = 30 + random() * 100;
    const plain = prepare(text, { faces }).wrap(width);
    const lines = prepare(text, { faces, options }).wrap(width);
    expect(lines).toHaveLength(plain.length);
    for (const [i, line] of lines.entries()) {
      expect(readLine(line).length, text).toBe(readLine(plain[i]!).length);
      const gaps = gapsOf(line).filter((gap) => gap !== 0);
      if (gaps.length === 0) continue;
      spread++;
      // Characters kerned as one word give a trace of it back.
      expect(Math.min(...gaps), text).toBeGreaterThan(-0.2);
      expect(widthOf(line), text).toBeCloseTo(width, 4);
    }
  }
  expect(spread).toBeGreaterThan(100);
});
