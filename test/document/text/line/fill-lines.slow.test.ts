import { expect, test, vi } from 'vitest';
import { FontFace } from '../../../../src/document/text/font/font-face.ts';
import { listClusterEnds } from '../../../../src/document/text/line/fill-lines.ts';
import { BreakFinder } from '../../../../src/document/text/line/line-breaks.ts';
import type { Face } from '../../../../src/document/text/shaped-text.ts';
import { createRandom } from '../../../support/random.ts';
import { trialCount } from '../../../support/trials.ts';
import { dejavu, devanagari, engine, makeStyle, noto, notoBold, plain, prepare, readLine, readLines } from '../faces.ts';

const anywhere = { wrap: 'anywhere' } as const;
const sentence = 'The quick brown fox jumps over the lazy dog and runs away from it.';

test('lines are filled greedily and spaces at their ends do not count', () => {
  const paragraph = prepare('aaaa bbbb cccc');
  const two = prepare('aaaa bbbb').maxWidth;
  expect(readLines(paragraph.wrap(two))).toEqual(['aaaa bbbb', 'cccc']);
  expect(readLines(paragraph.wrap(two - 0.1))).toEqual(['aaaa', 'bbbb cccc']);
});

test('a text fits the width that was measured for it', () => {
  const paragraph = prepare(sentence);
  expect(paragraph.wrap(paragraph.maxWidth)).toHaveLength(1);
  expect(paragraph.wrap(paragraph.minWidth).every((line) => line.width <= paragraph.minWidth + 0.01)).toBe(true);
});

test('a line feed begins a line, one at the end does not', () => {
  expect(readLines(prepare('one\n\ntwo\r\n').wrap(500))).toEqual(['one', '', 'two']);
  expect(prepare('').wrap(500)).toEqual([]);
});

test('control characters are dropped and a tab is four spaces', () => {
  expect(readLines(prepare('a\u0000b\u0007\tc').wrap(500))).toEqual(['ab    c']);
  expect(prepare('a\u0000b').missing).toEqual([]);
});

test('a soft hyphen shows only where its break is taken, and its width counts', () => {
  const paragraph = prepare('Donau\u00addampf\u00adschiff');
  expect(readLines(paragraph.wrap(500))).toEqual(['Donaudampfschiff']);
  const exact = prepare('Donaudampf-').maxWidth;
  expect(readLines(paragraph.wrap(exact))).toEqual(['Donaudampf-', 'schiff']);
  expect(readLines(paragraph.wrap(exact - 0.1))).toEqual(['Donau-', 'dampfschiff']);
});

test('the hyphen of a soft hyphen reads as a soft hyphen', () => {
  const [line] = prepare('Donau\u00addampf').wrap(prepare('Donau-').maxWidth);
  expect(line!.segments.flatMap(({ words }) => words.map(({ actualText }) => actualText))).toEqual(['Donau\u00ad']);
});

test('a line ends with a space for readers if another word follows, and the space takes no room', () => {
  const endsOf = (text: string) =>
    prepare(text)
      .wrap(prepare('onetwo').maxWidth)
      .map(({ segments }) => noto.unicodeOf(segments.at(-1)!.words.at(-1)!.glyphs[0]!) === ' ');
  expect(endsOf('onetwo three')).toEqual([true, false]);
  expect(endsOf('one\ntwo\n')).toEqual([true, false]);
  expect(endsOf('onetwo-three ')).toEqual([false, false]);
  const [line] = prepare('one two').wrap(prepare('two').maxWidth);
  expect([line!.width, line!.segments[0]!.width]).toEqual([prepare('one').maxWidth, prepare('one').maxWidth]);
});

test('a word breaks after its own hyphen and after a slash', () => {
  expect(readLines(prepare('self-contained').wrap(prepare('contained').maxWidth))).toEqual(['self-', 'contained']);
  expect(readLines(prepare('and/or').wrap(prepare('and/').maxWidth))).toEqual(['and/', 'or']);
  expect(readLines(prepare('2024-01-15 x').wrap(prepare('2024-01-15').maxWidth))).toEqual(['2024-01-15', 'x']);
});

test('a no-break space keeps its words together', () => {
  expect(readLines(prepare('in 12\u00a0kg').wrap(prepare('12 kg').maxWidth + 1))).toEqual(['in', '12 kg']);
});

test.each(['12,345.67', '2026-01-31', '31/12/2026', 'DE89370400440532013000', '€1.234,56', '(555)123'])(
  'the run %s is never cut inside, and sticks out',
  (run) => {
    const lines = prepare(`a ${run} b`).wrap(prepare(run).maxWidth - 1);
    expect(readLines(lines)).toEqual(['a', run, 'b']);
    expect(lines[1]!.width).toBeCloseTo(prepare(run).maxWidth);
    expect(readLines(prepare(run).wrap(0))).toEqual([run]);
  },
);

test('a line that sticks out ends at the first place where it may', () => {
  expect(readLines(prepare('unbelievable-thing x').wrap(10))).toEqual(['unbelievable-', 'thing', 'x']);
  expect(readLines(prepare('un\u00adbe\u00adlievable').wrap(1))).toEqual(['un-', 'be-', 'lievable']);
});

test('no line begins inside a run without a place to break, and with wrap: anywhere none is too wide', () => {
  const random = createRandom(5);
  const finder = new BreakFinder();
  const pieces = [...'12,345.67 word € - /'.split(' '), ' ', ' ', ...'. ( ) é שלום 2026-01-31 % “ ” e\u0301'.split(' ')];
  for (let round = 0; round < trialCount('fill-lines.slow'); round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 10) }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    );
    const width = random() * 80;
    const breaks = finder.find(text);
    const lengths: number[] = [];
    for (const options of [
      { wrap: 'normal', dir: 'ltr' },
      { wrap: 'anywhere', dir: 'ltr' },
    ] as const) {
      const paragraph = prepare(text, { faces: [noto, dejavu], options });
      const lines = paragraph.wrap(width);
      lengths.push(lines.length);
      let at = 0;
      for (const [i, line] of lines.entries()) {
        if (i > 0 && options.wrap === 'normal') expect(breaks[at], JSON.stringify([text, width, at])).toBe(1);
        at += countUnits(text, at, readLine(line));
        while (text[at] === ' ') at++;
        if (options.wrap === 'normal' || line.width <= width + 0.02) continue;
        expect([...new Intl.Segmenter().segment(readLine(line))].length, JSON.stringify([text, width])).toBe(1);
      }
      expect(at).toBe(text.length);
      if (options.wrap === 'normal' && width >= paragraph.minWidth)
        for (const line of lines) expect(line.width, JSON.stringify([text, width])).toBeLessThanOrEqual(width + 0.02);
    }
    expect(lengths[1]).toBeGreaterThanOrEqual(lengths[0]!);
  }
});

/** How far the characters shown on a line reach in the text; the font composes some. */
function countUnits(text: string, from: number, shown: string): number {
  const wanted = shown.normalize('NFD').length;
  let to = from;
  while (text.slice(from, to).normalize('NFD').length < wanted) to++;
  return to - from;
}

test('where it is asked for, a word wider than the line is cut between clusters, never inside one', () => {
  const lines = prepare('e\u0301'.repeat(20), { options: anywhere }).wrap(20);
  expect(lines.length).toBeGreaterThan(3);
  expect(readLines(lines).join('').normalize('NFD')).toBe('e\u0301'.repeat(20));
  for (const line of lines) expect(readLine(line).normalize('NFD')).toMatch(/^(?:e\u0301)+$/);
});

test.each(['क्ष|त्रि|य', 'ক্ষ|র', 'ក្រុ|ម', 'က|မ္ဘာ', 'ක්\u200dෂ|ය', 'น้ำ|ใ|จ', '👨‍👩‍👧|a'])('no conjunct is cut: %s', (marked) => {
  const text = marked.replaceAll('|', '');
  let from = 0;
  const parts = listClusterEnds(text).map((to) => {
    const part = text.slice(from, to);
    from = to;
    return part;
  });
  expect(parts.join('|')).toBe(marked);
});

test('a width of nothing then puts each character on a line of its own', () => {
  expect(prepare('abc', { options: anywhere }).wrap(0)).toHaveLength(3);
});

/** The characters that the face is given to shape while `work` is done. */
function countShaped(work: () => void): number {
  const shaper = vi.spyOn(FontFace.prototype, 'shapeWord');
  try {
    work();
    return shaper.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  } finally {
    shaper.mockRestore();
  }
}

test.each([
  ['Latin', noto, 'x'],
  ['Arabic', dejavu, '\u0633\u0644\u0627\u0645'],
])('twenty thousand %s letters without a space are shaped a bounded number of times', (_, face, part) => {
  const text = part.repeat(20_000 / part.length);
  const once = countShaped(() => expect(prepare(text, { faces: [face] }).wrap(200)).toHaveLength(1));
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThan(2 * text.length);
  const cut = countShaped(() => {
    expect(prepare(text, { faces: [face], options: anywhere }).wrap(200).length).toBeGreaterThan(300);
  });
  // Each line is looked for by halves in words of at most 96 characters.
  expect(cut).toBeLessThan(10 * text.length);
});

test.each([
  ['marks from right to left', 'س', '\u064e'],
  ['marks', 'x', '\u0332'],
  ['joined signs', '\u2764', '\u200d\u2764'],
])('%s without end are shaped in parts', (_, base, more) => {
  const wordsOf = (count: number) =>
    prepare(base + more.repeat(count), { faces: [dejavu] })
      .wrap(1e6)
      .flatMap(({ segments }) => segments.flatMap(({ words }) => words));
  expect(wordsOf(60)).toHaveLength(1);
  const parts = wordsOf(5_000);
  expect(parts.length).toBeGreaterThan(15);
  for (const { glyphs } of parts) expect(glyphs.length).toBeLessThan(1_000);
});

test.each([
  ['from right to left', 'سلام'],
  ['of simple letters', 'Wort'],
])('the time is looked at while a long word %s is shaped, and while its lines are filled', (_, part) => {
  const until = (most: number) => {
    let looks = 0;
    return () => {
      if (++looks > most) throw new Error('time is up');
    };
  };
  const options = { ...plain, ...anywhere };
  const runs = [{ text: part.repeat(10_000), style: makeStyle([dejavu]), link: undefined }];
  expect(() => engine.prepare(runs, options, until(5))).toThrow('time is up');
  const paragraph = engine.prepare(runs, options, until(100));
  expect(() => paragraph.wrap(200, until(10))).toThrow('time is up');
  expect(readLines(paragraph.wrap(200))).toEqual(readLines(engine.prepare(runs, options).wrap(200)));
});

test('no line begins with an ideographic full stop', () => {
  // The shipped font lacks these characters; their count on each line tells the breaks all the same.
  const lines = prepare('字。字。字。').wrap(prepare('字。').maxWidth);
  expect(lines.map((line) => line.segments.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs)).length)).toEqual([
    2, 2, 2,
  ]);
});

test('Thai breaks between words, which only a dictionary tells', () => {
  const [first] = prepare('กำลังทดสอบ').wrap(prepare('กำลังทด').maxWidth);
  expect(first!.width).toBeCloseTo(prepare('กำลัง').maxWidth);
});

test('alignment places the lines', () => {
  const [left, center, right] = (['left', 'center', 'right'] as const).map(
    (align) => prepare('abc', { options: { align } }).wrap(100)[0]!,
  );
  expect(left!.segments[0]!.x).toBe(0);
  expect(center!.segments[0]!.x).toBeCloseTo((100 - center!.width) / 2);
  expect(right!.segments[0]!.x).toBeCloseTo(100 - right!.width);
});

test('justified lines add up to the width, the last stays as it is', () => {
  const lines = prepare(sentence, { options: { align: 'justify' } }).wrap(120);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(0, -1)) {
    const sum = line.segments.reduce((total, { words: painted, wordSpacing }) => {
      const words = painted.slice(0, -1); // without the space at the end, which takes no room
      const spaces = words.filter(
        (word) => word === words.find(({ glyphs }) => glyphs.length === 1 && noto.unicodeOf(glyphs[0]!) === ' '),
      ).length;
      return total + words.reduce((w, { widthEm }) => w + widthEm / 100, 0) + spaces * wordSpacing;
    }, 0);
    expect(sum).toBeCloseTo(120, 6);
    expect(line.width).toBeCloseTo(120, 6);
  }
  expect(lines.at(-1)!.segments[0]!.wordSpacing).toBe(0);
});

test('the space after a fallback glyph is as wide as the main font has it', () => {
  const spaceOf = (faces: readonly Face[], text: string) =>
    prepare(text, { faces })
      .wrap(1000)[0]!
      .segments.flatMap(({ face, words }) => words.filter(({ glyphs }) => face.unicodeOf(glyphs[0]!) === ' '))
      .map(({ widthEm }) => widthEm);
  const [main] = spaceOf([noto], 'a b');
  const [other] = spaceOf([dejavu], 'a b');
  expect(other).not.toBeCloseTo(main!, 0);
  expect(spaceOf([noto, dejavu], 'a ∯ b ∯')).toEqual([main, main, main].map((width) => expect.closeTo(width!, 1)));
});

test('a line of normal height has what its faces ask for', () => {
  const lineOf = (text: string, faces: readonly Face[]) =>
    prepare(text, { faces, style: { size: 20 }, options: { lineHeight: 'normal' } }).wrap(1000)[0]!;
  const asked = ({ metrics }: Face) => (metrics.ascent - metrics.descent + metrics.lineGap) * 0.02;
  for (const face of [noto, dejavu]) expect(lineOf('abc', [face]).height).toBeCloseTo(asked(face));
  const { ascent, descent, lineGap } = devanagari.metrics;
  expect(lineOf('abc', [noto, devanagari]).height).toBeCloseTo(asked(noto));
  const mixed = lineOf('abc क', [noto, devanagari]);
  expect(mixed.baseline).toBeCloseTo(Math.max(noto.metrics.ascent + noto.metrics.lineGap / 2, ascent + lineGap / 2) * 0.02);
  expect(mixed.height - mixed.baseline).toBeCloseTo(Math.max(-noto.metrics.descent, lineGap / 2 - descent) * 0.02);
  expect(lineOf('a\n\nb', [noto]).height).toBeCloseTo(asked(noto));
});

test('the largest run gives a line its height, and text stands in its middle', () => {
  const small = makeStyle([noto]);
  const big = makeStyle([notoBold], { size: 20 });
  const link = { target: '#there', text: 'big' };
  const [line] = engine
    .prepare(
      [
        { text: 'small ', style: small, link: undefined },
        { text: 'big', style: big, link },
      ],
      plain,
    )
    .wrap(500);
  const { ascent, descent } = notoBold.metrics;
  expect(line!.height).toBe(26);
  expect(line!.baseline).toBeCloseTo((26 - (ascent - descent) * 0.02) / 2 + ascent * 0.02);
  expect(line!.segments.map((one) => [one.style.size, one.link])).toEqual([
    [10, undefined],
    [20, link],
  ]);
  expect(line!.segments[1]!.x).toBeCloseTo(line!.segments[0]!.width);
});

test('a character takes the first face that has it, and what none has is reported', () => {
  const paragraph = prepare('Ab ש 中 ab', { faces: [noto, dejavu] });
  expect(paragraph.wrap(500)[0]!.segments.map(({ face }) => face.postscriptName)).toEqual([
    'NotoSans-Regular',
    'DejaVuSans',
    'NotoSans-Regular',
  ]);
  expect(paragraph.missing).toEqual([0x4e2d]);
  expect(prepare('中文', { faces: [noto] }).missing).toEqual([0x4e2d, 0x6587]);
});

test('a mark is taken from the face of its base', () => {
  const lines = prepare('x\u0301\u05b8', { faces: [noto, dejavu] }).wrap(500);
  expect(lines[0]!.segments).toHaveLength(1);
  expect(lines[0]!.segments[0]!.face.postscriptName).toBe('DejaVuSans');
});

test('letter spacing widens each glyph and takes ligatures apart', () => {
  const spaced = prepare('office', { faces: [dejavu], style: { letterSpacing: 2 } });
  const loose = prepare('office', { faces: [dejavu], style: { features: { liga: 0, clig: 0 } } });
  expect(spaced.maxWidth).toBeCloseTo(loose.maxWidth + 12, 6);
});

test('the same text gives the same lines whatever was prepared before', () => {
  const once = JSON.stringify(prepare(sentence).wrap(100), (key, value) =>
    key === 'face' || key === 'style' ? undefined : value,
  );
  for (let i = 0; i < 12_000; i++) prepare(`filler ${i}`);
  const again = JSON.stringify(prepare(sentence).wrap(100), (key, value) =>
    key === 'face' || key === 'style' ? undefined : value,
  );
  expect(again).toBe(once);
});
