// The structure of laid-out documents: which elements there are, in the order of reading.
import { expect, test } from 'vitest';
import { guessNumbering } from '../../../src/document/layout/list-numbering.ts';
import { diagnose, layOut } from '../../support/render.ts';
import { objectOf } from '../../support/schemas.ts';
import { artifactLines, structureLines } from '../../support/structure.ts';

const tall = Array.from({ length: 6 }, (_, i) => ({ name: `row ${i}`, price: i }));

test('texts are paragraphs, headings and what their role says', async () => {
  const roles = ['title', 'heading1', 'heading2', 'note', 'quote', 'section', 'code', 'toc', 'figure'];
  const laidOut = await layOut(['Hello', ...roles.map((role) => ({ text: role, role }))]);
  expect(structureLines(laidOut)).toEqual([
    'P "Hello"',
    'Title "title"',
    'H1 "heading1"',
    'H2 "heading2"',
    'Note "note"',
    'BlockQuote > P "quote"',
    'Sect > P "section"',
    'P > Code "code"',
    'TOC > TOCI > P "toc"',
    'Figure "figure"',
  ]);
});

test('what may not stand directly in its place has a legal element between, or is a paragraph', async () => {
  const inside = (role: string, child: unknown) => ({ stack: [child], role });
  const text = (role: string) => ({ text: role, role });
  const figure = { barcode: 'x', symbology: 'qr', width: 10, alt: 'qr' };
  const table = { table: 'one', columns: [{ body: text('quote') }, { body: text('title') }] };
  const lineOf = async (body: unknown) => structureLines(await layOut(body, { one: [1] })).join();
  expect(await lineOf(table)).toBe('Table > TBody > TR > TD > Sect > BlockQuote > P "quote" | TD > Sect > Title "title"');
  expect(await lineOf(inside('note', text('heading1')))).toBe('Note > Sect > H1 "heading1"');
  expect(await lineOf(inside('quote', text('title')))).toBe('BlockQuote > Sect > Title "title"');
  expect(await lineOf(inside('code', figure))).toBe('P > Code > Span > Figure alt=qr modules');
  expect(await lineOf(inside('toc', figure))).toBe('TOC > TOCI > P > Figure alt=qr modules');
  expect(await lineOf(inside('toc', text('heading1')))).toBe('TOC > TOCI > P "heading1"');
});

test('a text note is part of the text around it, and its element is there in artifacts and figures too', async () => {
  const linesIn = async (part: object) => structureLines(await layOut([{ ...part, stack: ['a', { annotation: 'x' }] }]));
  expect(await linesIn({})).toEqual(['P "a"', 'Annot annotation']);
  expect(await linesIn({ role: 'heading1' })).toEqual(['H1 "a " > Annot annotation']);
  expect(await linesIn({ role: 'artifact' })).toEqual(['Annot annotation']);
  expect(await linesIn({ alt: 'A figure' })).toEqual(['Figure alt=A figure "a" > Annot annotation']);
});

test('a caption stands in the table beside it, and in a section with the figure beside it', async () => {
  const caption = (text: string) => ({ text, role: 'caption' });
  const table = { table: 'one', columns: ['cell'] };
  const figure = { barcode: 'x', symbology: 'qr', width: 20, alt: 'code' };
  const rows = 'TBody > TR > TD "cell"';
  const linesOf = async (body: unknown) => {
    const laidOut = await layOut(body, { one: [1] });
    expect(laidOut.warnings).toEqual([]);
    return structureLines(laidOut);
  };
  const withTable = await linesOf(['a', caption('T'), table, caption('U'), table]);
  expect(withTable).toEqual(['P "a"', `Table > Caption "T" | ${rows}`, `Table > Caption "U" | ${rows}`]);
  const below = await linesOf([table, { row: [caption('T')] }, table, caption('U')]);
  expect(below).toEqual([`Table > ${rows} | Caption "T"`, `Table > ${rows} | Caption "U"`]);
  const pair = 'Sect > Figure alt=code modules | Caption "F"';
  expect(await linesOf([figure, caption('F'), figure, caption('F'), table])).toEqual([pair, pair, `Table > ${rows}`]);
  const reverse = 'Sect > Caption "F" | Figure alt=code modules';
  expect(await linesOf([caption('F'), figure, caption('F'), figure])).toEqual([reverse, reverse]);
  // Alone with its figure, in a figure with a description, beside a table in another language, before the entries of a list of contents.
  expect(await linesOf([figure, caption('F')])).toEqual(['Figure alt=code modules', 'Caption "F"']);
  const described = await linesOf(['a', { stack: ['b', caption('F')], alt: 'drawing' }]);
  expect(described).toEqual(['P "a"', 'Sect > Figure alt=drawing "b" | Caption "F"']);
  const french = await linesOf(['a', caption('T'), { ...table, lang: 'fr' }]);
  expect(french).toEqual(['P "a"', `Sect > Caption "T" | Table lang=fr > ${rows}`]);
  const contents = await linesOf(['a', caption('C'), { stack: 'b', role: 'toc' }]);
  expect(contents).toEqual(['P "a"', 'TOC > Caption "C" | TOCI > P "b"']);
});

test('a caption beside nothing is read as a paragraph, with a warning', async () => {
  const caption = { text: 'small', role: 'caption', id: 'note' };
  const laidOut = await layOut(['before', caption, 'after', { stack: [caption, 'inside'], role: 'section' }]);
  expect(structureLines(laidOut)).toEqual(['P "before"', 'P "small"', 'P "after"', 'Sect > Caption "small" | P "inside"']);
  expect(laidOut.warnings).toMatchObject([{ code: 'misplaced-role', component: 'note', page: 1 }]);
  const stack = { stack: ['one', { text: 'two', role: 'heading1' }], role: 'caption' };
  expect(structureLines(await layOut(['before', stack]))).toEqual(['P "before"', 'Sect > P "one" | H1 "two"']);
});

test('a caption stands in a table of its own language, below no list, and may stay in a figure without a description', async () => {
  const caption = (text: string, lang?: string) => ({ text, role: 'caption', ...(lang && { lang }) });
  const table = { table: 'one', columns: ['cell'], lang: 'fr' };
  expect(structureLines(await layOut(['a', caption('T', 'fr'), table], { one: [1] }))[1]).toContain(
    'Table lang=fr > Caption lang=fr "T"',
  );
  const belowList = await layOut([{ stack: 'item', role: 'list' }, caption('C'), 'b']);
  expect(structureLines(belowList).slice(-2)).toEqual(['P "C"', 'P "b"']);
  expect(belowList.warnings).toMatchObject([{ code: 'misplaced-role' }]);
  const figure = await layOut(['a', { stack: ['2026', caption('F'), 'grows'], role: 'figure' }]);
  expect(structureLines(figure)[1]).toBe('Figure > P "2026" | Caption "F" | P "grows"');
  expect(figure.warnings).toEqual([]);
});

test('stacks, rows, groups, frames and repeats leave no element', async () => {
  const body = [
    ['a', { group: ['b', 'c'] }],
    { row: ['d', ['e', 'f']] },
    { frame: [{ text: 'g', at: { x: 0, y: 0 } }] },
    { repeat: 'list', body: '{{ item }}' },
  ];
  expect(structureLines(await layOut(body, { list: ['h', 'i'] }))).toEqual([...'abcdefghi'].map((letter) => `P "${letter}"`));
});

test('a table has a head, a body and a foot, and its repeated header is an artifact', async () => {
  const laidOut = await layOut(
    {
      table: 'lines',
      alt: 'What was bought.',
      columns: [
        { header: 'Item', body: '{{ item.name }}', rowHeader: true },
        { header: 'Price', body: '{{ item.price }}' },
        { header: 'Note', body: '{{ item.note }}' },
        { header: 'Gone', body: 'gone', when: 'false' },
      ],
      footer: [{ cells: ['Total', { span: 3, text: '15' }] }],
    },
    { lines: tall },
  );
  expect(laidOut.pages).toHaveLength(2);
  expect(structureLines(laidOut)).toEqual([
    'Table summary=What was bought.',
    '  THead > TR > TH scope=Column "Item" | TH scope=Column "Price" | TH scope=Column "Note"',
    '  TBody',
    ...tall.map(({ name, price }) => `    TR > TH scope=Row "${name}" | TD "${price}" | TD`),
    '  TFoot > TR > TH scope=Row "Total" | TD colSpan=2 "15"',
  ]);
  expect(artifactLines(laidOut)).toEqual(['Pagination "Item"', 'Pagination "Price"', 'Pagination "Note"']);
});

test('a table without a header has a body, and so has the row of an empty list', async () => {
  const columns = ['{{ item.name }}', '{{ item.price }}'];
  expect(structureLines(await layOut({ table: 'lines', columns, empty: 'Nothing' }, { lines: [] }))).toEqual([
    'Table > TBody > TR > TD colSpan=2 "Nothing"',
  ]);
});

test('the row of an empty list heads itself where only row headers stand beside the cells', async () => {
  const columns = [{ body: '{{ item }}', rowHeader: true }, 'x'];
  const body = { table: 'lines', columns, footer: [{ cells: ['Total', '0'] }], empty: 'Nothing' };
  expect(structureLines(await layOut(body, { lines: [] })).slice(1)).toEqual([
    '  TBody > TR > TH scope=Row colSpan=2 "Nothing"',
    '  TFoot > TR > TH scope=Row "Total" | TD "0"',
  ]);
});

test('a text alone in a cell is the text of the cell; with others, or with a role, it has an element of its own', async () => {
  const columns = [
    { body: { text: 'padded', padding: 2 } },
    { body: ['one', 'two'] },
    { body: { text: 'big', role: 'heading2' } },
    { body: { table: 'item.inner', columns: ['inner'] } },
  ];
  expect(structureLines(await layOut({ table: 'lines', columns }, { lines: [{ inner: [1] }] }))).toEqual([
    'Table > TBody > TR',
    '  TD "padded"',
    '  TD > P "one" | P "two"',
    '  TD > H2 "big"',
    '  TD > Table > TBody > TR > TD "inner"',
  ]);
});

test('a text that goes over lines and pages is one element, and so is its link', async () => {
  const text = `${'word '.repeat(60)}[${'link '.repeat(60)}](https://example.com) and [again](https://example.com)`;
  const laidOut = await layOut({ text, format: 'inline' });
  expect(laidOut.pages.length).toBeGreaterThan(1);
  const lines = structureLines(laidOut);
  expect(lines.map((line) => line.replace(/ ".*/, ''))).toEqual(['P', '  Link', '  Link']);
  expect(lines[2]).toBe('  Link "again" -> https://example.com (again)');
});

test('an empty `alt` makes a picture decoration', async () => {
  const code = { barcode: 'x', symbology: 'qr', width: 30 };
  const laidOut = await layOut([
    { ...code, alt: 'A code' },
    { ...code, alt: '' },
  ]);
  expect(structureLines(laidOut)).toEqual(['Figure alt=A code modules']);
  expect(artifactLines(laidOut)).toEqual(['Layout modules']);
});

test('an `alt` of white space describes nothing, and hides no text', async () => {
  const laidOut = await layOut([
    { text: 'Seen', alt: ' ' },
    { barcode: 'x', symbology: 'qr', width: 30, alt: ' ' },
  ]);
  expect(structureLines(laidOut)).toEqual(['P "Seen"', 'Figure modules']);
});

test('what is cut between pages is read once', async () => {
  const laidOut = await layOut({
    frame: [{ text: Array.from({ length: 15 }, (_, i) => `line ${i}`).join('\n'), at: { x: 0, y: 0 } }],
  });
  expect(laidOut.pages).toHaveLength(2);
  expect(structureLines(laidOut)).toEqual([
    `P ${Array.from({ length: 15 }, (_, i) => `"line ${i}${i < 14 ? ' ' : ''}"`).join(' ')}`,
  ]);
  expect(artifactLines(laidOut)).toHaveLength(15);
});

test('texts with page numbers keep their place, whenever they are painted', async () => {
  const laidOut = await layOut([
    'before',
    'Page {{ page.number }} of {{ page.total }}',
    { row: [{ width: 'auto', text: '{{ page.total }}' }, 'beside'] },
    'after',
  ]);
  expect(structureLines(laidOut)).toEqual(['P "before"', 'P "Page 1 of 1"', 'P "1"', 'P "beside"', 'P "after"']);
});

test('a line that is painted in another order than it is read has a span with the text as it is read', async () => {
  expect(structureLines(await layOut('one \u05d0\u05d1 two'))).toEqual([
    'P > Span actualText=one \u05d0\u05d1 two "one \u05d1\u05d0\u200e two"',
  ]);
});

test('a document may do without tags', async () => {
  const laidOut = await layOut('Hello', {}, {}, { document: { tagged: false } });
  expect(laidOut.structure).toBeUndefined();
  expect(laidOut.pages[0]!.items).toMatchObject([{ tag: undefined }]);
});

test('a role puts a component into an element, and a description makes a figure of it', async () => {
  const laidOut = await layOut([
    { stack: ['one', 'two'], role: 'section' },
    { stack: ['Offer', 'of today'], role: 'heading1' },
    { frame: [{ rect: 5, fill: '#ff0000', at: { x: 0, y: 0 } }, '2026'], alt: 'Sales grow.' },
    { row: ['fold here'], role: 'artifact' },
    { rect: 2, fill: '#000000' },
  ]);
  expect(structureLines(laidOut)).toEqual([
    'Sect > P "one" | P "two"',
    'H1 "Offer " "of today "',
    'Figure alt=Sales grow. rect "2026"',
  ]);
  expect(artifactLines(laidOut)).toEqual(['Layout "fold here"']);
});

test('texts in one element end with a space, also over lines and with page numbers; others do not', async () => {
  const texts = ['one', 'two\nthree', 'of {{ page.total }}', { text: '[a](#b)', format: 'inline' }];
  const laidOut = await layOut([
    { stack: texts, role: 'heading1' },
    { stack: ['four', 'five'], role: 'quote' },
    { stack: ['six'], role: 'paragraph', align: 'right', underline: true },
  ]);
  expect(structureLines(laidOut)).toEqual([
    'H1 "one " "two " "three " "of 1 " > Link "a " -> #b (a)',
    'BlockQuote > P "four" | P "five"',
    'P "six "',
  ]);
  // The space takes no room.
  const six = laidOut.pages[0]!.items.at(-1);
  expect(six?.kind === 'text' && six.segment.x + six.segment.width).toBeCloseTo(180);
});

test('a text of nothing but spaces is not read', async () => {
  const blanks = ['\u00a0', ' ', '{{ empty }}\u2003', { text: '{{ empty }}\u00a0', format: 'inline', role: 'heading1' }];
  const table = { table: 'one', columns: [{ header: 'A', body: '\u00a0' }] };
  const laidOut = await layOut([...blanks, table, 'end'], { empty: '', one: [1] });
  expect(structureLines(laidOut)).toEqual(['Table > THead > TR > TH scope=Column "A" | TBody > TR > TD', 'P "end"']);
});

test('no block stands in a heading', async () => {
  const body = { stack: ['Prices', { table: 'l', columns: ['x'] }], role: 'heading1' };
  expect(structureLines(await layOut(body, { l: [1] }))).toEqual(['H1 "Prices "', 'Table > TBody > TR > TD "x"']);
});

test('a note in a paragraph stays in it', async () => {
  const laidOut = await layOut({ stack: ['Price', { text: 'net', role: 'note' }], role: 'paragraph' });
  expect(structureLines(laidOut)).toEqual(['P "Price " > Note "net"']);
});

test('the children of a table of contents, and its repeated elements, are its entries', async () => {
  const entry = { row: ['{{ item }}', '1'] };
  const body = [
    { stack: ['first', ['second', 'page 2']], role: 'toc' },
    { repeat: 'list', role: 'toc', body: entry },
  ];
  expect(structureLines(await layOut(body, { list: ['a', 'b'] }))).toEqual([
    'TOC',
    '  TOCI > P "first"',
    '  TOCI > P "second" | P "page 2"',
    'TOC',
    '  TOCI > P "a" | P "1"',
    '  TOCI > P "b" | P "1"',
  ]);
});

test('a list has its elements or children as items, and their labels first', async () => {
  const bullet = (sign: string) => ({ text: sign, role: 'label' });
  const item = { row: ['{{ item }}', bullet('({{ loop.index }})')] };
  const inner = { stack: [['inner', { row: [bullet('–')] }]], role: 'list' };
  const laidOut = await layOut(
    [
      { text: 'Sizes', role: 'caption' },
      { repeat: 'list', role: 'list', body: item, lang: 'fr' },
      { stack: ['• plain', { text: 'gone', when: 'false' }, ['outer', inner]], role: 'list' },
      { group: { text: 'only', role: 'heading1' }, role: 'list' },
    ],
    { list: ['S', 'M'] },
  );
  expect(structureLines(laidOut)).toEqual([
    'Sect',
    '  Caption "Sizes"',
    '  L numbering=Decimal lang=fr',
    '    LI > Lbl "(1)" | LBody > P "S"',
    '    LI > Lbl "(2)" | LBody > P "M"',
    'L numbering=None',
    '  LI > LBody > P "• plain"',
    '  LI > LBody',
    '  LI > LBody',
    '    P "outer"',
    '    L numbering=Unordered > LI > Lbl "–" | LBody > P "inner"',
    'L numbering=None > LI > LBody > H1 "only"',
  ]);
});

test.each([1, 2])('what separates the items of a list is no item, in %i columns', async (columns) => {
  const body = { repeat: 'list', role: 'list', separator: 'or', columns, body: '{{ item }}' };
  const lines = structureLines(await layOut(body, { list: ['a', 'b', 'c'].slice(0, columns + 1) }));
  expect(lines.join().match(/\bLI\b/g)).toHaveLength(columns + 1);
  expect(lines.at(-1)).toBe(`  LI > LBody > P "or" | P "${columns === 1 ? 'b' : 'c'}"`);
});

test('a list of one text, or of a table, is doubted', async () => {
  const text = { text: ['• a', '• b'], role: 'list' };
  const table = { table: '[1]', columns: ['x'], role: 'list' };
  expect(await diagnose({ pages: [{ body: [text, table] }] })).toEqual(
    expect.arrayContaining(['warning no-effect /pages/0/body/0/role', 'warning no-effect /pages/0/body/1/role']),
  );
});

test('a label outside of a list is read as a paragraph, with a warning', async () => {
  const label = { text: '1.', role: 'label', id: 'lost' };
  const laidOut = await layOut([label, { frame: [label], alt: 'Drawn' }]);
  expect(structureLines(laidOut)).toEqual(['P "1."', 'Figure alt=Drawn "1."']);
  expect(laidOut.warnings).toMatchObject([{ code: 'misplaced-role', component: 'lost' }]);
});

test('a label has the language of its item, or its own', async () => {
  const item = (own: object) => ({ row: [{ stack: { text: 'a)', role: 'label', ...own } }, 'un'], lang: 'fr' });
  const body = { stack: [item({}), item({ lang: 'en' })], role: 'list' };
  const labels = String(structureLines(await layOut(body))).match(/Lbl lang=\w+/g);
  expect(labels).toEqual(['Lbl lang=fr', 'Lbl lang=en']);
});

test.each([
  ['Disc', '•'],
  ['Circle', '◦'],
  ['Square', '▪'],
  ['Unordered', '–', ''],
  ['Decimal', '1.', '٣'],
  ['LowerAlpha', '(a)', '[x].'],
  ['UpperAlpha', 'B)'],
  ['LowerRoman', 'i.', 'mix'],
  ['UpperRoman', 'IV', 'MIX)'],
  ['Ordered', '1.2', '§ 3', '12a', '½'],
  ['Description', 'Due:', 'x('],
])('a list is of the kind %s by the labels %s', (kind, ...labels) => {
  for (const label of labels) expect(guessNumbering(label), label).toBe(kind);
});

test('a language is said of the outermost elements of a component', async () => {
  const body = [
    { text: 'Bonjour', lang: 'fr' },
    { stack: ['uno', { text: 'two', lang: 'en' }], lang: '{{ lang }}' },
    { table: 'l', columns: [{ body: { text: 'trois', lang: 'fr' } }] },
    { stack: 'none', lang: '{{ wrong }}' },
  ];
  const laidOut = await layOut(body, { lang: 'es', wrong: 'englsh', l: [1] });
  expect(structureLines(laidOut)).toEqual([
    'P lang=fr "Bonjour"',
    'P lang=es "uno"',
    'P lang=en "two"',
    'Table > TBody > TR > TD > P lang=fr "trois"',
    'P "none"',
  ]);
  expect(laidOut.warnings).toMatchObject([{ code: 'unknown-lang', component: '/pages/0/body/3/lang' }]);
});

test('a component that is a link is one link, which holds no other', async () => {
  const link = 'https://example.com';
  const laidOut = await layOut(
    [
      { text: 'Shop [here](https://example.org)', format: 'inline', link },
      { barcode: 'x', symbology: 'qr', width: 20, alt: 'A code', link },
      { stack: ['one', { text: 'two', link }, { table: 'l', columns: ['three'] }], link: '{{ address }}' },
      { text: 'Bad', link: 'javascript:1' },
    ],
    { address: 'tel:123', l: [1] },
  );
  expect(structureLines(laidOut)).toEqual([
    'P > Link "Shop " "here" -> https://example.com (Shop here)',
    'P > Link -> https://example.com (A code) > Figure alt=A code modules',
    'Link -> tel:123 (one two three) > P "one" | P "two" | Table > TBody > TR > TD "three"',
    'P "Bad"',
  ]);
  expect(laidOut.warnings.map(({ code }) => code)).toEqual(['link-dropped', 'link-dropped', 'link-dropped']);
});

test('bands are read in the order of their variants, and that of the last sheet at the end', async () => {
  const footer = ['last', 'first', 'all'].map((on) => ({ on, read: 'once', body: [on] }));
  const laidOut = await layOut(
    Array.from({ length: 21 }, () => ({ spacer: 10 })),
    {},
    { footer },
  );
  expect(laidOut.pages).toHaveLength(3);
  expect(structureLines(laidOut)).toEqual(['P "first"', 'P "all"', 'P "last"']);
});

test('bands for the first and the last sheet are read around the body; others are artifacts', async () => {
  const page = {
    header: [
      { on: 'last', body: ['last header'] },
      { on: 'first', body: ['first header', 'Page {{ page.number }} of {{ page.total }}'] },
      { on: 'notFirst', body: ['rest header'] },
    ],
    footer: ['every footer'],
  };
  const laidOut = await layOut(
    Array.from({ length: 15 }, () => 'body'),
    {},
    page,
  );
  expect(laidOut.pages).toHaveLength(3);
  const body = Array.from({ length: 15 }, () => 'P "body"');
  expect(structureLines(laidOut)).toEqual(['P "first header"', 'P "last header"', ...body]);
  expect(artifactLines(laidOut)).toEqual([
    'Pagination/Footer "every footer"',
    'Pagination "Page 1 of 3"',
    'Pagination/Header "rest header"',
    'Pagination/Footer "every footer"',
    'Pagination/Footer "every footer"',
  ]);
});

test('a band that is read once is content where it first stands', async () => {
  const variant = { read: 'once', body: ['IBAN', { text: 'Sheet', when: 'page.number > 0' }] };
  const page = { header: [{ on: 'first', read: 'never', body: 'Hidden' }], footer: [variant] };
  const laidOut = await layOut(
    Array.from({ length: 8 }, () => 'body'),
    {},
    page,
  );
  expect(laidOut.pages).toHaveLength(2);
  expect(structureLines(laidOut)).toEqual([...Array.from({ length: 8 }, () => 'P "body"'), 'P "IBAN"', 'P "Sheet"']);
  expect(artifactLines(laidOut)).toEqual(['Pagination/Header "Hidden"', 'Pagination/Footer "IBAN"', 'Pagination/Footer "Sheet"']);
});

test('backgrounds and overlays are artifacts, except for children with a role or a description', async () => {
  const page = {
    background: ['DRAFT', { text: 'To: Ann', role: 'paragraph', at: { y: 50 } }],
    overlay: ['COPY', { barcode: 'x', symbology: 'qr', width: 20, alt: 'A code', at: { x: 90 } }],
  };
  const laidOut = await layOut(['one', { pageBreak: true }, 'two'], {}, page);
  expect(structureLines(laidOut)).toEqual(['P "To: Ann"', 'P "one"', 'P "two"', 'Figure alt=A code modules']);
  expect(artifactLines(laidOut)).toEqual([
    'Background "DRAFT"',
    'Pagination/Watermark "COPY"',
    'Background "DRAFT"',
    'Background "To: Ann"',
    'Pagination/Watermark "COPY"',
    'Pagination/Watermark modules',
  ]);
});

test('the links of a band that repeats are one link after the body', async () => {
  const page = { footer: [{ text: '[Shop](https://example.com)', format: 'inline' }] };
  const laidOut = await layOut(['one', { pageBreak: true }, 'two'], {}, page);
  expect(structureLines(laidOut)).toEqual([
    'P "one"',
    'P "two"',
    'P > Link -> https://example.com (Shop) -> https://example.com (Shop)',
  ]);
});

test('the children of a frame are read in the order of the list, or in the order that they give', async () => {
  const at = (y: number, order?: number) => ({ x: 0, y, ...(order !== undefined && { order }) });
  const children = [
    { text: 'below', at: at(40, 1) },
    { text: 'middle', at: at(20) },
    { text: 'above', at: at(0, -1) },
  ];
  expect(structureLines(await layOut({ frame: children }))).toEqual(['P "above"', 'P "middle"', 'P "below"']);
});

test('headings are entries of the outline at their level, with a bookmark too, unless the template turns them off', async () => {
  const body = [
    { text: 'Offer\n{{ number }}', role: 'heading1' },
    { text: 'Prices', role: 'heading2', bookmark: 'All prices' },
    { text: '{{ nothing }}', role: 'heading2' },
    { row: ['Chapter', ['{{ number }}', ' ']], role: 'heading2' },
    { stack: ['The command', { text: 'sign', role: 'code' }], role: 'heading2' },
    { row: [{ spacer: 1 }], role: 'heading2' },
  ];
  const entries = async (document: object) =>
    (
      await layOut(body, { number: 7 }, { size: [200, 150], footer: [{ text: 'Foot', role: 'heading1' }] }, { document })
    ).pages[0]!.items.flatMap((item) =>
      item.kind === 'anchor' && item.bookmark ? [`${item.bookmark.level} ${item.bookmark.title}`] : [],
    );
  expect(await entries({})).toEqual(['1 Offer 7', '2 All prices', '2 Chapter 7', '2 The command sign']);
  expect(await entries({ bookmarks: 'none' })).toEqual(['2 All prices']);
  expect(await entries({ tagged: false })).toEqual(['1 Offer 7', '2 All prices', '2 Chapter 7', '2 The command sign', '1 Foot']);
});

test.each(['image', 'A photo.', 'Logo', 'Bild 2', 'IMG_0042.jpg', 'dot.png'])(
  'the alternative text %j is doubted',
  async (alt) => {
    const body = [{ barcode: 'x', symbology: 'qr', alt }];
    expect(await diagnose({ pages: [{ body }] })).toEqual(['warning doubtful-alt /pages/0/body/0/alt']);
    expect(await diagnose({ pages: [{ body: { stack: body, role: 'artifact' } }] })).toEqual([]);
  },
);

test.each(['Logo of Gratwerk', 'Photo of the summit', '{{ doc.title }}', 'Chart: sales grow'])(
  'the alternative text %j is not doubted',
  async (alt) => {
    expect(await diagnose({ pages: [{ body: { barcode: 'x', symbology: 'qr', alt } }] })).toEqual([]);
  },
);

test('under PDF/UA, a table without any header is doubtful; a header of the rows is a header', async () => {
  const lines = { table: 'lines' };
  const body = [
    { ...lines, columns: ['1', '2'] },
    { ...lines, columns: [{ body: '1', rowHeader: true }, '2'] },
    { stack: [{ ...lines, columns: ['1'] }], role: 'artifact' },
  ];
  const of = (standard: string) => diagnose({ document: { standard, title: 'T', lang: 'en' }, pages: [{ body }] });
  expect(await of('PDF/UA-1')).toEqual(['warning empty-header /pages/0/body/0']);
  expect(await of('PDF/A-2a')).toEqual([]);
});

test('a figure of other components needs a description', async () => {
  const figure = { stack: ['Sales'], role: 'figure' };
  const body = [figure, { ...figure, alt: 'Sales by year' }, { text: 'x', role: 'figure' }];
  expect(await diagnose({ document: { standard: 'PDF/A-2a' }, pages: [{ body }] })).toEqual([
    'warning missing-alt /pages/0/body/0',
    'warning missing-alt /pages/0/body/2',
  ]);
});

test('the check of a template tells what a screen reader would miss', async () => {
  const code = { barcode: 'x', symbology: 'qr' };
  const exampleSchema = objectOf({ name: { type: 'string' }, lines: { type: 'array' } });
  const document = {
    dataSchema: exampleSchema,
    pages: [
      {
        header: ['{{ name }}', code],
        footer: [
          { on: 'odd', body: 'Page {{ page.number }}' },
          { on: 'all', read: 'never', body: '{{ name }}' },
        ],
        overlay: ['{{ name }}', { text: '{{ name }}', role: 'paragraph' }],
        body: [
          code,
          { ...code, alt: '' },
          { ...code, alt: ' ' },
          { stack: code, role: 'artifact' },
          { frame: [code], alt: 'Two codes' },
          { table: 'lines', columns: [{ header: 'A', body: '1' }, '2'] },
          { table: 'lines', columns: ['1', '2'] },
          {
            frame: [
              { text: 'low', at: { y: 50, w: 40 } },
              { text: 'title', at: { y: 0 } },
              { text: 'beside', at: { x: 60, y: 60 } },
              { line: true, at: { y: 20 } },
            ],
          },
        ],
      },
    ],
  };
  const warnings = [
    'warning missing-alt /pages/0/body/0',
    'warning missing-alt /pages/0/body/2',
    'warning empty-header /pages/0/body/5/columns/1',
    'warning reading-order /pages/0/body/7/frame/1',
    'warning unread-data /pages/0/header',
    'warning unread-data /pages/0/overlay',
  ];
  expect((await diagnose(document)).sort()).toEqual([...warnings].sort());
  expect(await diagnose({ ...document, document: { tagged: false } })).toEqual([]);
});

test('a component with the role of a paragraph holds an empty link and a field, and stays one paragraph', async () => {
  const linesOf = async (stack: unknown) => structureLines(await layOut([{ stack, role: 'paragraph' }]));
  expect(await linesOf(['a', { stack: [], link: 'https://example.com' }])).toEqual(['P "a "']);
  expect(await linesOf(['a', { field: 'f', kind: 'signature' }])).toEqual(['P "a " > Form field']);
});
