import { describe, expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { layOut, pageLines, pageTexts } from '../../support/render.ts';
import { trialSeeds } from '../../support/trials.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);
const h = (text: string, more: object = {}) => ({ text, role: 'heading1', ...more });
const long = Array.from({ length: 30 }, () => 'word').join(' ');
const marked = (text: string) => ({ row: [{ rect: 3, width: 3, fill: '#888888' }, text] });
const table = { table: 'rows', as: 'r', columns: [{ header: 'Head', body: '{{ r }}' }], rules: 'none', cellPadding: 0 };
const data = { rows: ['a', 'b', 'c'], none: [], no: false, empty: '' };

/** The texts of each sheet. A sheet has room for eight lines. */
const sheets = async (body: unknown, more: Record<string, unknown> = {}, page: Record<string, unknown> = {}) =>
  pageTexts(await layOut(body, data, page, more)).map((page_) => page_.join(' '));

describe('a heading stays with what follows', () => {
  test.each<[string, unknown[], string[]]>([
    ['a text', [...lines(7), h('H'), 'x'], ['line 7', 'H x']],
    ['a long text, of which two lines have room', [...lines(5), h('H'), long], ['word', 'word']],
    ['a table: its header and its first row', [...lines(5), h('H'), table], ['line 5 H Head a', 'Head b c']],
    ['a table without room for its first row', [...lines(6), h('H'), table], ['line 6', 'H Head a b c']],
    ['a list', [...lines(7), h('H'), { list: ['x'] }], ['line 7', 'H • x']],
    ['a picture', [...lines(5), h('H'), { rect: 30, alt: 'A picture' }, 'x'], ['line 5', 'H x']],
    ['a barcode', [...lines(4), h('H'), { barcode: 'A', symbology: 'code128', height: 40 }], ['line 4', 'H']],
    ['another heading', [...lines(6), h('H'), h('I', { role: 'heading2' }), 'x'], ['line 6', 'H I x']],
    ['space and a line', [...lines(5), h('H'), { spacer: 15 }, { line: true }, 'x'], ['line 5', 'H x']],
    ['a blank text', [...lines(6), h('H'), ' ', 'x'], ['line 6', 'H x']],
    ['a part that is left out', [...lines(7), h('H'), { text: 'y', when: 'no' }, '{{ empty }}', 'x'], ['line 7', 'H x']],
    ['an empty list', [...lines(7), h('H'), { repeat: 'none', body: 'y' }, 'x'], ['line 7', 'H x']],
    ['rows of a repeat', [...lines(7), h('H'), { repeat: 'rows', as: 'r', body: '{{ r }}' }], ['line 7', 'H a b c']],
    ['columns', [...lines(7), h('H'), { flow: ['x', 'y'] }], ['line 7', 'H x y']],
    ['a kept part', [...lines(5), h('H'), { group: ['x', 'y', 'z'] }], ['line 5', 'H x y z']],
    ['a row that begins with decoration', [...lines(6), h('H'), marked('x'), { group: ['y', 'z'] }], ['H x', 'y z']],
    ['rows that begin with decoration', [...lines(7), h('H'), ...'xyzw'.split('').map(marked)], ['line 7', 'H x y z w']],
    [
      'a case beside one that is decoration',
      [
        ...lines(6),
        h('H'),
        {
          choose: [
            { line: true, when: 'no' },
            { stack: ['x'], background: '#eeeeee' },
          ],
        },
        { group: ['y', 'z'] },
      ],
      ['H x', 'y z'],
    ],
    ['a page of its own', [...lines(7), h('H'), { text: 'x', break: { before: 'page' } }], ['line 7 H', 'x']],
    ['nothing', [...lines(7), h('H')], ['line 7 H']],
  ])('%s', async (_name, body, ends) => {
    const pages = await sheets(body);
    expect(pages).toHaveLength(ends.length);
    for (const [i, end] of ends.entries()) expect(pages[i]).toMatch(new RegExp(`${end.replace(/[.*+?]/g, '\\$&')}$`));
  });
  test.each<[string, unknown]>([
    ['a section', { role: 'section', stack: [h('H')] }],
    ['a stack with a background', { stack: [h('H'), { spacer: 1 }], background: '#eeeeee', padding: 1 }],
    ['a stack with a background and decoration above', { stack: [{ line: true }, h('H')], background: '#eeeeee' }],
    ['a group', { group: [h('H')] }],
    ['a list of components', [h('H')]],
    ['a row beside its number', { row: [{ text: '1', width: 10 }, h('H')] }],
    ['a definition', { use: 'title' }],
    ['a heading that is a stack', { role: 'heading2', stack: ['H'] }],
    [
      'a text with a margin, a link and a mark',
      h('H', { margin: [0, 0, 0, 5], link: '#a', bookmark: { title: 'H', anchor: 'a' }, mark: { m: 'H' } }),
    ],
    ['a heading of Markdown', { markdown: '# H' }],
  ])('from %s', async (_name, heading) => {
    const define = { title: { body: h('H') } };
    const styles = { base: { size: 8, lineHeight: 1.25 }, h1: { size: 8 } };
    const pages = await sheets([...lines(6), heading, { group: ['x', 'y'] }], { define, styles });
    expect(pages).toHaveLength(2);
    expect(pages[1]).toMatch(/^(1 )?H x y$/);
  });
});

test('a heading ends no column, no box and no cell if something follows there', async () => {
  const flow = { columns: 2, balance: false, flow: [...lines(7), h('H'), 'x'] };
  expect(await sheets([flow])).toEqual(['line 1 line 2 line 3 line 4 line 5 line 6 line 7 H x']);
  const { pages } = await layOut([flow]);
  const tops = pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [Math.round(item.y)] : []));
  expect(tops.at(-2)).toBe(tops[0]); // the heading begins the second column
  const inside = [...lines(7), h('H'), 'x'];
  const framed = { stack: inside, background: '#eeeeee' };
  const celled = { table: [{}], columns: [{ body: inside }], rowBreak: 'allow', rules: 'none', cellPadding: 0 };
  for (const body of [framed, celled, { row: [inside] }]) expect((await sheets([body]))[1]).toBe('H x');
});

test('"keepWithNext": false undoes it, at the heading and in its style', async () => {
  const around = { stack: [h('H')], keepWithNext: false };
  for (const heading of [h('H', { keepWithNext: false }), h('H', { style: 'free' }), { markdown: '# H' }, around]) {
    const styles = { base: { size: 8, lineHeight: 1.25 }, free: { keepWithNext: false }, h1: { size: 8, keepWithNext: false } };
    expect((await sheets([...lines(7), heading, 'x'], { styles }))[1]).toBe('x');
  }
});

test('a heading stays with its text above footnotes', async () => {
  const noted = { text: 'x[^n]', format: 'inline', footnotes: { n: 'A note' } };
  const pages = await sheets([...lines(5), h('H'), noted]);
  expect(pages[0]).toMatch(/line 5$/);
  expect(pages[1]).toMatch(/^H x/);
});

describe('a chain of headings gives up', () => {
  const chain = (count: number) => Array.from({ length: count }, (_, i) => h(`H${i + 1}`));
  test('after a quarter of a sheet: then each pair stays together', async () => {
    // Two headings between the second and the text are a quarter of the sheet.
    expect((await sheets([...lines(5), ...chain(4), 'x']))[1]).toBe('H1 H2 H3 H4 x');
    expect(await sheets([...lines(5), ...chain(5), 'x'])).toEqual([expect.stringMatching(/line 5 H1 H2$/), 'H3 H4 H5 x']);
    expect((await sheets([...lines(5), ...chain(20), 'x'])).map((page) => page.split(' ').at(-1))).toEqual([
      'H2',
      'H10',
      'H16',
      'x',
    ]);
    const space = { spacer: 21 };
    expect((await sheets([...lines(5), h('H'), space, 'x']))[1]).toBe('x');
  });
  test('where no sheet holds it and what it heads', async () => {
    const tall = { rect: 75, alt: 'A picture' };
    expect(await sheets(['a', h('H'), tall, 'x'])).toEqual(['a H', '', 'x']);
    // A text goes on below its heading wherever this stands.
    expect((await sheets([...lines(7), h('H'), Array.from({ length: 9 }, () => long).join(' ')]))[1]).toMatch(/^H word/);
  });
  test('in columns and boxes too, where none holds both: then the heading stays with what is above it', async () => {
    const ends = async (body: unknown) => {
      const { pages } = await layOut([body]);
      const all = pages.flatMap(({ items }, page) =>
        items.flatMap((item, i) => {
          if (item.kind === 'rect') return [`picture ${page} ${Math.round(item.x)}`];
          return items[i - 1]?.kind === 'anchor' && item.kind === 'text'
            ? [`H ${page} ${Math.round(item.x + item.segment.x)}`]
            : [];
        }),
      );
      return all.join(', ');
    };
    const tall = (height: number) => ({ rect: height, fill: '#888888', alt: 'A picture' });
    const flow = (count: number, ...below: unknown[]) => ({ columns: 2, flow: [...lines(count), ...below, 'x'] });
    expect(await ends(flow(3, h('H'), tall(70)))).toBe('H 0 106, picture 0 106');
    expect(await ends(flow(3, h('H'), tall(75)))).toBe('H 0 10, picture 0 106');
    expect(await ends(flow(3, h('H'), { spacer: 2 }, tall(75)))).toBe('H 0 10, picture 0 106');
    expect(await ends(flow(11, h('H'), tall(75)))).toBe('H 0 106, picture 1 10');
    expect(await ends(flow(3, h('H', { keepWithNext: true }), tall(75)))).toBe('H 0 106, picture 1 10');
    const framed = (height: number) => ({ stack: [...lines(3), h('H'), tall(height)], background: '#eeeeee' });
    expect((await sheets([framed(70)]))[0]).toBe('line 1 line 2 line 3');
    expect((await sheets([framed(75)]))[0]).toBe('line 1 line 2 line 3 H');
  });
  test('not because many boxes stay together below it: a sheet begins with it, and takes those that fit', async () => {
    const kept = Array.from({ length: 10 }, (_, i) => ({ text: `k${i}`, keepWithNext: true }));
    const ends = ['H k0 k1 k2 k3 k4 k5 k6', 'k7 k8 k9 x'];
    expect(await sheets([h('H'), ...kept, 'x'])).toEqual(ends);
    expect(await sheets([...lines(2), h('H'), ...kept, 'x'])).toEqual(['line 1 line 2', ...ends]);
    const framed = { stack: [...lines(2), h('H'), ...kept, 'x'], background: '#eeeeee' };
    expect(await sheets([framed])).toEqual(['line 1 line 2', ...ends]);
    // What these boxes stay with is too high too, but a sheet holds it without the heading.
    const tall = [{ text: 'k', keepWithNext: true }, { rect: 65, alt: 'A picture' }, 'x'];
    expect(await sheets([...lines(2), h('H'), ...tall])).toEqual(['line 1 line 2 H', 'k', 'x']);
  });
  test('with what the author bound to it, also above space', async () => {
    const bound = [{ text: 'A', keepWithNext: true }, { spacer: 1 }, h('H'), { rect: 70, alt: 'A picture' }, 'x'];
    expect(await sheets([...lines(4), ...bound])).toEqual([expect.stringMatching(/line 4 A H$/), 'x']);
    expect(await sheets([{ stack: [...lines(7), ...bound], background: '#eeeeee' }])).toEqual([
      expect.stringMatching(/line 7$/),
      'A H',
      'x',
    ]);
  });
  test('not if the author asks for it', async () => {
    const asked = chain(4).map((one) => ({ ...one, keepWithNext: true }));
    expect((await sheets([...lines(5), ...asked, 'x']))[1]).toBe('H1 H2 H3 H4 x');
  });
});

describe('a caption stays with the table or picture below it', () => {
  const caption = { text: 'C', role: 'caption' };
  const picture = { rect: 20, alt: 'A picture' };
  test.each<[string, unknown[], string[]]>([
    ['a table', [...lines(6), caption, table], ['line 6', 'C Head a b c']],
    ['pairs', [...lines(7), caption, { pairs: [['k', 'v']] }], ['line 7', 'C k v']],
    ['a picture', [...lines(6), caption, picture, 'x'], ['line 6', 'C x']],
    ['a barcode', [...lines(4), caption, { barcode: 'A', symbology: 'code128', height: 40 }], ['line 4', 'C']],
    ['a picture below space', [...lines(6), caption, { spacer: 1 }, picture], ['line 6', 'C']],
    ['a picture in a definition, from another one', [...lines(6), { use: 'caption' }, { use: 'picture' }], ['line 6', 'C']],
    ['a row of pictures', [...lines(6), caption, { row: [picture, 'x'] }], ['line 6', 'C x']],
    ['a row of pictures behind space', [...lines(6), caption, { row: [{ spacer: 1 }, picture, 'x'] }, 'y'], ['line 6', 'C x y']],
    ['pictures of a repeat', [...lines(6), caption, { repeat: 'rows', body: [picture, 'x'] }], ['line 6', 'C x x', 'x']],
    ['a kept picture', [...lines(6), caption, { group: [picture, 'x'] }], ['line 6', 'C x']],
    ['a picture that the data choose', [...lines(6), caption, { choose: [picture, 'x'] }, 'y'], ['line 6', 'C y']],
    ['the second picture of two with captions above', ['c', caption, picture, ...lines(2), caption, picture], ['line 2', 'C']],
    ['a stack as a caption', [...lines(6), { role: 'caption', stack: ['C'] }, table], ['line 6', 'C Head a b c']],
    ['a style with the role', [...lines(6), { text: 'C', style: 'caption' }, table], ['line 6', 'C Head a b c']],
    ['below a picture', [...lines(5), picture, caption, picture, 'x'], ['line 5 C', 'x']],
    ['below a table', [...lines(3), table, caption, { group: ['x', 'y'] }], ['C', 'x y']],
    ['undone', [...lines(7), { ...caption, keepWithNext: false }, picture, 'x'], ['line 7 C', 'x']],
    ['beside nothing', [...lines(7), caption, 'x'], ['line 7 C', 'x']],
  ])('%s', async (_name, body, ends) => {
    const define = { caption: { body: caption }, picture: { body: picture } };
    const styles = { base: { size: 8, lineHeight: 1.25 }, caption: { role: 'caption' } };
    const pages = await sheets(body, { define, styles });
    expect(pages).toHaveLength(ends.length);
    for (const [i, end] of ends.entries()) expect(pages[i]).toMatch(new RegExp(`${end}$`));
  });
});

/** A body in which each heading has something to head in the same list. A word with `H` is of a heading, one with `n` of a note. */
function randomBody(seed: number): unknown[] {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  let count = 0;
  const text = (most: number) => Array.from({ length: 1 + below(most) }, () => `w${count++}`).join('\n');
  const heading = (): unknown => {
    const plain = {
      text: `H${count++}`,
      role: `heading${1 + below(6)}`,
      margin: below(3) === 0 ? [below(8), 0, below(8), 0] : 0,
    };
    return (
      [
        plain,
        { stack: [plain], background: '#eeeeee' },
        { row: [{ text: `H${count}`, width: 20 }, plain] },
        { role: 'section', stack: [plain] },
      ][below(6)] ?? plain
    );
  };
  const filler = () =>
    [{ spacer: 1 + below(9) }, { line: true }, ' ', { text: '{{ none }}', when: 'none' }, { repeat: 'none', body: 'x' }][
      below(5)
    ];
  const content = (depth: number): unknown => {
    const plain = { text: text(5), ...(below(4) === 0 && { break: { inside: 'avoid' } }) };
    if (depth > 2) return plain;
    const rows = { table: 'rows', columns: [{ header: `w${count++}`, body: text(2) }], rowBreak: below(2) ? 'allow' : 'avoid' };
    const all = [
      () => ({ list: [text(3), text(2)] }),
      () => rows,
      () => ({ rect: 10 + below(60), fill: '#888888', alt: 'A picture' }),
      () => ({ group: list(depth + 1, 1) }),
      () => ({ stack: list(depth + 1, 2), padding: below(4), border: { width: 1 } }),
      () => ({ repeat: 'rows', body: list(depth + 1, 1) }),
      () => ({ row: [{ stack: list(depth + 1, 1) }, text(2)] }),
      () => ({ text: `${text(3)}[^n]`, format: 'inline', footnotes: { n: 'note' } }),
    ];
    return all[below(14)]?.() ?? plain;
  };
  const list = (depth: number, most: number): unknown[] =>
    Array.from({ length: 1 + below(most) }, () => [
      ...Array.from({ length: below(4) === 0 ? below(4) : below(2) }, heading),
      ...Array.from({ length: below(3) === 0 ? 1 : 0 }, filler),
      content(depth),
    ]).flat();
  return list(0, 20);
}

/** What is read on a sheet, and how far down it reaches. */
function readParts(
  lines: readonly string[],
): readonly { readonly isHeading: boolean; readonly x: number; readonly bottom: number }[] {
  return lines.flatMap((line) => {
    const [, kind, x, y, high = 0, word] =
      /^ *(text|rect) ([\d.-]+),([\d.-]+) (?:[\d.]+x([\d.]+) #888888|"([Hw]))/.exec(line) ?? [];
    return kind === undefined ? [] : [{ isHeading: word === 'H', x: Number(x), bottom: Number(y) + Number(high) }];
  });
}

test('no heading ends a sheet or column of a random document if something follows', async () => {
  let [headings, ends] = [0, 0];
  for (const seed of trialSeeds('kept-chain.slow')) {
    const body = randomBody(seed);
    const isFlow = seed % 3 === 0;
    const content = isFlow ? [{ columns: 2, gap: 10, flow: JSON.parse(JSON.stringify(body).replaceAll('[^n]', '')) }] : body;
    const pages = pageLines(await layOut(content, { rows: [1, 2], none: null }, { size: [200, 300] }));
    for (const [number, lines] of pages.entries()) {
      const all = readParts(lines);
      headings += all.filter(({ isHeading }) => isHeading).length;
      for (const column of isFlow ? [all.filter(({ x }) => x < 100), all.filter(({ x }) => x >= 100)] : [all]) {
        const end = Math.max(...column.map(({ bottom }) => bottom));
        const last = column.filter(({ bottom }) => bottom > end - 1);
        if (last.length > 0) ends++;
        expect(last.length > 0 && last.every(({ isHeading }) => isHeading), `seed ${seed}, sheet ${number + 1}`).toBe(false);
      }
    }
  }
  const { length } = trialSeeds('kept-chain.slow');
  expect(Math.min(headings, ends)).toBeGreaterThan(length);
});
