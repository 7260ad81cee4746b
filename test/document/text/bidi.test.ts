import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Directions, findIsolates } from '../../../src/document/text/bidi.ts';
import { createRandom } from '../../support/random.ts';
import { dejavu, dejavuBold, engine, makeStyle, noto, plain, prepare, readLine, readLines } from './faces.ts';

const directions = new Directions();
const faces = [noto, dejavu];
const lineOf = (text: string, dir: 'auto' | 'ltr' | 'rtl' = 'auto') => prepare(text, { faces, options: { dir } }).wrap(1000)[0]!;

test('Hebrew runs from right to left and stands at the right edge', () => {
  const line = lineOf('שלום עולם');
  expect(readLine(line)).toBe('םלוע םולש');
  expect(line.segments[0]!.x).toBeCloseTo(1000 - line.width);
});

test('numbers and Latin words keep their own direction inside Hebrew', () => {
  expect(readLine(lineOf('מחיר 123 abc סוף'))).toBe('ףוס abc 123 ריחמ');
});

test('Hebrew inside an English sentence is turned round by itself', () => {
  const line = lineOf('one שלום עולם two');
  expect(readLine(line)).toBe('one םלוע םולש two');
  expect(line.segments[0]!.x).toBe(0);
});

test('brackets are mirrored and stand for themselves as text', () => {
  const line = lineOf('(אב)');
  const words = line.segments.flatMap(({ words }) => words);
  expect(words.map(({ says, actualText }) => actualText ?? says?.[0])).toEqual([')', undefined, '(']);
});

test('the base direction can be given', () => {
  expect(readLine(lineOf('abc.', 'rtl'))).toBe('.abc');
  expect(lineOf('abc.', 'rtl').segments[0]!.x).toBeGreaterThan(900);
});

test('each line is put in order by itself', () => {
  const paragraph = prepare('אאא בבב גגג', { faces });
  const width = prepare('אאא בבב', { faces }).maxWidth;
  expect(readLines(paragraph.wrap(width))).toEqual(['בבב אאא', 'גגג']);
});

test('each part between line feeds has its own direction, and all stand at the side of the first letter', () => {
  const texts = ['12-3\nאב.\nab.', '12-3\nab.\nאב.', '12-3', '12-3 4'];
  const read = (dir: 'auto' | 'auto-rtl' | 'ltr' | 'rtl') =>
    texts.map((text) => {
      const lines = prepare(text, { faces, options: { dir } }).wrap(500);
      const sides = lines.map((line) => (Math.abs(line.segments[0]!.x + line.width - 500) < 0.1 ? 'right' : line.segments[0]!.x));
      expect(lines.map(({ isRightToLeft }) => (isRightToLeft ? 'right' : 0))).toEqual(sides);
      return `${readLines(lines).join(' | ')}: ${[...new Set(sides)]}`;
    });
  expect(read('auto')).toEqual(['12-3 | .בא | ab.: right', '12-3 | ab. | .בא: 0', '12-3: 0', '12-3 4: 0']);
  expect(read('auto-rtl')).toEqual(['12-3 | .בא | ab.: right', '12-3 | ab. | .בא: 0', '12-3: right', '4 12-3: right']);
  expect(read('ltr')).toEqual(['12-3 | בא. | ab.: 0', '12-3 | ab. | בא.: 0', '12-3: 0', '12-3 4: 0']);
  expect(read('rtl')).toEqual(['12-3 | .בא | .ab: right', '12-3 | .ab | .בא: right', '12-3: right', '4 12-3: right']);
});

test('Arabic letters are joined, and a ligature says its letters from left to right', () => {
  const isolated = lineOf('ب').segments[0]!.words[0]!.glyphs;
  const joined = lineOf('ببب').segments[0]!.words[0]!.glyphs;
  expect(joined).toHaveLength(3);
  expect(joined).not.toContain(isolated[0]);
  const [word] = lineOf('لا').segments[0]!.words;
  expect(word!.actualText).toBeUndefined();
  expect(word!.says ?? word!.glyphs.map((glyph) => dejavu.unicodeOf(glyph))).toEqual(['ا', 'ل']);
  expect(word!.drawn?.glyphs).toHaveLength(1);
});

/** The glyphs of a word whose letters change between two faces, each letter's by its face. */
function glyphsOfMixed(parts: readonly string[], pair = [dejavu, dejavuBold]): number[] {
  const runs = parts.map((text, i) => ({ text, style: makeStyle([pair[i % 2]!]), link: undefined }));
  const [line] = engine.prepare(runs, plain).wrap(1000);
  return line!.segments.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs)).reverse();
}

test('letters join over the border of a bold part, and only where they join', () => {
  for (const word of ['ببب', 'كتب', 'مدرس', 'عربية']) {
    const regular = glyphsOfMixed([word]);
    const bold = glyphsOfMixed([word], [dejavuBold]);
    for (let from = 1; from < word.length; from++) {
      const parts = [word.slice(0, from), word.slice(from, from + 1), word.slice(from + 1)];
      const expected = regular.map((glyph, i) => (i === from ? bold[i]! : glyph));
      expect(glyphsOfMixed(parts), `${word} at ${from}`).toEqual(expected);
    }
  }
});

test('letters that a space parts do not join', () => {
  const [first] = glyphsOfMixed(['ب ', 'ب']);
  expect(first).toBe(glyphsOfMixed(['ب'])[0]);
});

test('a sign beyond the basic plane gives a paragraph no direction', () => {
  for (const sign of ['😀', '🎉', '🂡', '👨‍👩‍👧']) {
    const line = lineOf(`${sign} שלום`);
    expect(line.segments[0]!.x, sign).toBeCloseTo(1000 - line.width);
    expect(readLine(line), sign).toMatch(/^םולש /);
  }
});

test('letters beyond the basic plane have their own direction', () => {
  const levels = (text: string) => [...directions.resolve(text, 'auto').levels];
  expect(levels('𞤀𞤣')).toEqual([1, 1, 1, 1]); // Adlam
  expect(levels('a 𐤀𐤁')).toEqual([0, 0, 1, 1, 1, 1]); // Phoenician
  expect(levels('𞤀 a')[3]).toBe(2);
});

/** A character of each class of UAX #9. */
const ofClass: Readonly<Record<string, string>> = {
  ...{ L: 'a', R: 'א', AL: 'ع', EN: '0', AN: '٠', ES: '+', ET: '#', CS: ',', B: '\n', WS: ' ', ON: '!', NSM: '\u0300' },
  ...{ RLE: '\u202b', PDF: '\u202c', RLO: '\u202e', LRI: '\u2066', RLI: '\u2067', FSI: '\u2068', PDI: '\u2069' },
};

test('the base level is that of the first strong character outside of isolates', () => {
  const table = readFileSync(new URL('../../support/bidi/base-levels.txt', import.meta.url), 'utf8');
  const rows = table.split('\n').filter((row) => row !== '' && !row.startsWith('#'));
  expect(rows.length).toBeGreaterThan(150);
  const wrong = rows.filter((row) => {
    const [signs, base, levels] = row.split(';') as [string, string, string];
    const characters = signs.split(' ').map((sign) => ofClass[sign] ?? String.fromCodePoint(Number.parseInt(sign, 16)));
    const found = directions.resolve(characters.join('').replaceAll('\u2029', '\n'), 'auto');
    const own = levels
      .split(' ')
      .map((level, i) => (level === 'x' || signs.split(' ')[i] === 'B' ? level : String(found.levels[i])));
    return found.bases[0] !== Number(base) || found.side !== Number(base) || own.join(' ') !== levels;
  });
  expect(wrong).toEqual([]);
});

describe('an isolate', () => {
  test('orders as the signs of Unicode do, once the base is found', () => {
    const random = createRandom(3);
    const signs = Object.values(ofClass).filter((sign) => !/[\n\u2066-\u2069]/.test(sign));
    const part = () =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => signs[Math.floor(random() * signs.length)]!).join('');
    for (let round = 0; round < 500; round++) {
      const parts = Array.from({ length: 4 }, (_, i) => ({ text: part(), ...(random() < 0.5 && { isolate: i }) }));
      const text = parts.map((one) => one.text).join('');
      const { levels, bases } = directions.resolve(text, 'auto-rtl', findIsolates(parts));
      const signed = parts.map((one) => (one.isolate === undefined ? one.text : `\u2068${one.text}\u2069`)).join('');
      const expected = directions.resolve(signed, bases[0] === 1 ? 'rtl' : 'ltr');
      expect([...levels], JSON.stringify(signed)).toEqual(
        [...expected.levels].filter((_, i) => !/[\u2068\u2069]/.test(signed[i]!)),
      );
    }
  });

  const show = (parts: readonly (string | { readonly value: string })[], dir: 'auto' | 'rtl' = 'auto') => {
    const style = makeStyle(faces);
    const runs = parts.map((one, i) =>
      typeof one === 'string' ? { text: one, style, link: undefined } : { text: one.value, style, link: undefined, isolate: i },
    );
    return engine
      .prepare(runs, { ...plain, dir })
      .wrap(1000)
      .map((line) => ({ shown: readLine(line), reading: line.reading }));
  };

  test('may stand beside another, and in each line of a text', () => {
    expect(show(['אב ', { value: '1-2' }, { value: '3-4' }])).toEqual([{ shown: '3-41-2 בא', reading: 'אב 1-23-4' }]);
    expect(show(['a ', { value: 'אב' }, { value: 'גד' }])).toEqual([{ shown: 'a באדג', reading: 'a אבגד' }]);
    expect(show([{ value: '1 2\n3 4' }, '\n', { value: '5 6' }], 'rtl').map(({ shown }) => shown)).toEqual(['1 2', '3 4', '5 6']);
  });

  test('is closed by its end, whatever signs its value has', () => {
    const plainly = show(['אב ', { value: '1 2' }, ' ', { value: '3 4' }, ' גד']);
    for (const value of ['1\u2069 2', '\u2069\u20691 2', '\u20661 2', '1 \u2067\u2066\u202a2', '\u202d1 2'])
      expect(show(['אב ', { value }, ' ', { value: '3 4' }, ' גד']), JSON.stringify(value)).toEqual(plainly);
  });

  test('lets letters join that stand side by side', () => {
    const glyphs = (parts: readonly string[], isolates: readonly number[]) => {
      const style = makeStyle([dejavu]);
      const runs = parts.map((text, i) => ({ text, style, link: undefined, ...(isolates.includes(i) && { isolate: i }) }));
      return engine
        .prepare(runs, plain)
        .wrap(1000)[0]!
        .segments.flatMap(({ words }) => words.flatMap((word) => word.glyphs));
    };
    expect(glyphs(['ب', 'بب'], [1])).toEqual(glyphs(['ببب'], []));
    expect(glyphs(['ب', 'ب', 'ب'], [1, 2])).toEqual(glyphs(['ببب'], []));
    // From left to right they stand in another order.
    const [alone] = glyphs(['ب'], []);
    expect(glyphs(['a', 'ب', 'ب'], [1, 2]).filter((glyph) => glyph === alone)).toHaveLength(2);
  });
});

test('a mark of direction parts runs', () => {
  expect(readLine(lineOf('אב ab\u200fcd'))).toBe('cdab בא');
});
