// The structure of laid-out documents: which elements there are, in the order of reading.
import { expect, test } from 'vitest';
import { layOut } from '../../support/render.ts';
import { artifactLines, structureLines } from '../../support/structure.ts';

const tall = Array.from({ length: 6 }, (_, i) => ({ name: `row ${i}`, price: i }));

test('texts are paragraphs, headings and what their role says', async () => {
  const roles = ['title', 'heading1', 'heading2', 'caption', 'note', 'quote', 'section', 'code', 'toc', 'figure'];
  const laidOut = await layOut(['Hello', ...roles.map((role) => ({ type: 'text', text: role, role }))]);
  expect(structureLines(laidOut)).toEqual([
    'Document',
    '  P "Hello"',
    '  Title "title"',
    '  H1 "heading1"',
    '  H2 "heading2"',
    '  Caption "caption"',
    '  Note "note"',
    '  BlockQuote',
    '    P "quote"',
    '  Sect',
    '    P "section"',
    '  P',
    '    Code "code"',
    '  TOC',
    '    TOCI',
    '      P "toc"',
    '  Figure "figure"',
  ]);
});

test('stacks, rows, groups, frames and repeats leave no element', async () => {
  const body = [
    { type: 'stack', children: ['a', { type: 'group', children: ['b', 'c'] }] },
    { type: 'row', columns: [{ children: 'd' }, { children: ['e', 'f'] }] },
    { type: 'frame', children: [{ type: 'text', text: 'g', at: { x: 0, y: 0 } }] },
    { type: 'repeat', each: 'list', children: '{{ item }}' },
  ];
  expect(structureLines(await layOut(body, { list: ['h', 'i'] }))).toEqual([
    'Document',
    ...[...'abcdefghi'].map((letter) => `  P "${letter}"`),
  ]);
});

test('a table has a head, a body and a foot, and its repeated header is an artifact', async () => {
  const laidOut = await layOut(
    {
      type: 'table',
      each: 'lines',
      alt: 'What was bought.',
      columns: [
        { header: 'Item', cell: '{{ item.name }}', rowHeader: true },
        { header: 'Price', cell: '{{ item.price }}' },
        { header: 'Note', cell: '{{ item.note }}' },
        { header: 'Gone', cell: 'gone', when: 'false' },
      ],
      footer: [
        {
          cells: [
            { span: 1, text: 'Total' },
            { span: 3, text: '15' },
          ],
        },
      ],
    },
    { lines: tall },
  );
  expect(laidOut.pages).toHaveLength(2);
  expect(structureLines(laidOut)).toEqual([
    'Document',
    '  Table summary=What was bought.',
    '    THead',
    '      TR',
    '        TH scope=Column "Item"',
    '        TH scope=Column "Price"',
    '        TH scope=Column "Note"',
    '    TBody',
    ...tall.flatMap(({ name, price }) => ['      TR', `        TH scope=Row "${name}"`, `        TD "${price}"`, '        TD']),
    '    TFoot',
    '      TR',
    '        TH scope=Row "Total"',
    '        TD colSpan=2 "15"',
  ]);
  expect(artifactLines(laidOut)).toEqual(['Pagination "Item"', 'Pagination "Price"', 'Pagination "Note"']);
});

test('a table without a header has a body, and so has the row of an empty list', async () => {
  const columns = [{ cell: '{{ item.name }}' }, { cell: '{{ item.price }}' }];
  expect(structureLines(await layOut({ type: 'table', each: 'lines', columns, empty: 'Nothing' }, { lines: [] }))).toEqual([
    'Document',
    '  Table',
    '    TBody',
    '      TR',
    '        TD colSpan=2 "Nothing"',
  ]);
});

test('a text alone in a cell is the text of the cell; with others, or with a role, it has an element of its own', async () => {
  const columns = [
    { cell: { type: 'text', text: 'padded', padding: 2 } },
    { cell: ['one', 'two'] },
    { cell: { type: 'text', text: 'big', role: 'heading2' } },
    { cell: { type: 'table', each: 'item.inner', columns: [{ cell: 'inner' }] } },
  ];
  expect(structureLines(await layOut({ type: 'table', each: 'lines', columns }, { lines: [{ inner: [1] }] }))).toEqual([
    'Document',
    '  Table',
    '    TBody',
    '      TR',
    '        TD "padded"',
    '        TD',
    '          P "one"',
    '          P "two"',
    '        TD',
    '          H2 "big"',
    '        TD',
    '          Table',
    '            TBody',
    '              TR',
    '                TD "inner"',
  ]);
});

test('a text that goes over lines and pages is one element, and so is its link', async () => {
  const text = `${'word '.repeat(60)}[${'link '.repeat(60)}](https://example.com) and [again](https://example.com)`;
  const laidOut = await layOut({ type: 'text', text, format: 'inline' });
  expect(laidOut.pages.length).toBeGreaterThan(1);
  const lines = structureLines(laidOut);
  expect(lines.map((line) => line.replace(/ ".*/, ''))).toEqual(['Document', '  P', '    Link', '    Link']);
  expect(lines[3]).toBe('    Link "again" -> https://example.com (again)');
});

test('an empty `alt` makes a picture decoration', async () => {
  const code = { type: 'barcode', symbology: 'qr', value: 'x', width: 30 };
  const laidOut = await layOut([
    { ...code, alt: 'A code' },
    { ...code, alt: '' },
  ]);
  expect(structureLines(laidOut)).toEqual(['Document', '  Figure alt=A code modules']);
  expect(artifactLines(laidOut)).toEqual(['Layout modules']);
});

test('what is cut between pages is read once', async () => {
  const laidOut = await layOut({
    type: 'frame',
    children: [{ type: 'text', text: Array.from({ length: 15 }, (_, i) => `line ${i}`).join('\n'), at: { x: 0, y: 0 } }],
  });
  expect(laidOut.pages).toHaveLength(2);
  expect(structureLines(laidOut)[1]).toBe(`  P ${Array.from({ length: 15 }, (_, i) => `"line ${i}"`).join(' ')}`);
  expect(artifactLines(laidOut)).toHaveLength(15);
});

test('texts with page numbers keep their place, whenever they are painted', async () => {
  const laidOut = await layOut([
    'before',
    'Page {{ page.number }} of {{ page.total }}',
    {
      type: 'row',
      columns: [
        { width: 'auto', children: '{{ page.total }}' },
        { width: '*', children: 'beside' },
      ],
    },
    'after',
  ]);
  expect(structureLines(laidOut)).toEqual([
    'Document',
    '  P "before"',
    '  P "Page 1 of 1"',
    '  P "1"',
    '  P "beside"',
    '  P "after"',
  ]);
});

test('a document may do without tags', async () => {
  const laidOut = await layOut('Hello', {}, {}, { document: { tagged: false } });
  expect(laidOut.structure).toBeUndefined();
  expect(laidOut.pages[0]!.items).toMatchObject([{ tag: undefined }]);
});
