import { expect, test } from 'vitest';
import { dejavu, engine, makeStyle, noto, notoBold, plain, prepare, readLine, readLines } from './faces.ts';

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

test('a word breaks after its own hyphen and after a slash', () => {
  expect(readLines(prepare('self-contained').wrap(prepare('contained').maxWidth))).toEqual(['self-', 'contained']);
  expect(readLines(prepare('and/or').wrap(prepare('and/').maxWidth))).toEqual(['and/', 'or']);
  expect(readLines(prepare('2024-01-15 x').wrap(prepare('2024-01-15').maxWidth))).toEqual(['2024-01-15', 'x']);
});

test('a no-break space keeps its words together', () => {
  expect(readLines(prepare('in 12\u00a0kg').wrap(prepare('12 kg').maxWidth + 1))).toEqual(['in', '12 kg']);
});

test('a word wider than the line is cut between clusters, never inside one', () => {
  const lines = prepare('e\u0301'.repeat(20)).wrap(20);
  expect(lines.length).toBeGreaterThan(3);
  expect(readLines(lines).join('').normalize('NFD')).toBe('e\u0301'.repeat(20));
  for (const line of lines) expect(readLine(line).normalize('NFD')).toMatch(/^(?:e\u0301)+$/);
});

test('a width of nothing puts each character on a line of its own', () => {
  expect(prepare('abc').wrap(0)).toHaveLength(3);
});

test('a hundred thousand characters without a space are wrapped in bounded time', () => {
  const started = performance.now();
  expect(prepare('x'.repeat(100_000)).wrap(200).length).toBeGreaterThan(1000);
  expect(performance.now() - started).toBeLessThan(5000);
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
  const runs = [{ text: part.repeat(10_000), style: makeStyle([dejavu]), link: undefined }];
  expect(() => engine.prepare(runs, plain, until(5))).toThrow('time is up');
  const paragraph = engine.prepare(runs, plain, until(100));
  expect(() => paragraph.wrap(200, until(10))).toThrow('time is up');
  expect(paragraph.wrap(200)).toEqual(engine.prepare(runs, plain).wrap(200));
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
    const sum = line.segments.reduce((total, { words, wordSpacing }) => {
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

test('the largest run gives a line its height, and text stands in its middle', () => {
  const small = makeStyle([noto]);
  const big = makeStyle([notoBold], { size: 20 });
  const [line] = engine
    .prepare(
      [
        { text: 'small ', style: small, link: undefined },
        { text: 'big', style: big, link: '#there' },
      ],
      plain,
    )
    .wrap(500);
  const { ascent, descent } = notoBold.metrics;
  expect(line!.height).toBe(26);
  expect(line!.baseline).toBeCloseTo((26 - (ascent - descent) * 0.02) / 2 + ascent * 0.02);
  expect(line!.segments.map(({ style, link }) => [style.size, link])).toEqual([
    [10, undefined],
    [20, '#there'],
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
