// What is read of a file: its facts, and its text as a screen reader says it.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { type Edit, makePdf } from './make-pdf.ts';

const read = async (change?: (edit: Edit) => unknown) =>
  (await inspectPdf(makePdf('plain', change), { read: true })).reading!.join('\n');

test('the facts of a file', async () => {
  const { tags, ...facts } = await inspectPdf(makePdf('UA-1 A-3a'));
  expect(facts).toEqual({
    bytes: expect.any(Number),
    version: '1.7',
    encrypted: false,
    permissions: null,
    title: 'A title',
    author: 'An author',
    subject: 'A subject',
    keywords: 'some words',
    creator: 'A creator',
    producer: 'A producer',
    created: '2026-01-02T03:04:05Z',
    modified: '2026-01-02T03:04:05Z',
    language: 'en',
    metadata: { info: {}, xmp: [] },
    standards: ['PDF/A-3a', 'PDF/UA-1'],
    pages: [{ number: 1, label: null, width: 200, height: 100 }],
    fonts: [{ name: 'Test', type: 'CIDFontType2', embedded: true, subset: true }],
    viewer: { DisplayDocTitle: true },
    attachments: [{ name: 'a.txt', bytes: 6, mediaType: 'text/plain', relationship: 'Data', description: 'A text' }],
    signatures: [],
    fields: [],
    outline: [{ title: 'A', page: 1, kids: [] }],
  });
  expect(tags![0]!.kids!.map(({ type, text, alt }) => [type, text, alt])).toEqual([
    ['H1', 'A', undefined],
    ['P', 'AB ', undefined],
    ['Table', undefined, undefined],
    ['L', undefined, undefined],
    ['Figure', undefined, 'A line'],
  ]);
});

test('pages inherit their size, are shown turned, and have labels', async () => {
  const { pages } = await inspectPdf(
    makePdf('plain', (edit) =>
      edit
        .body('pages', '@page]', '@page @page2 @page3]/MediaBox[0 0 300 400]')
        .add('page2', '<</Type/Page/Parent @pages/Rotate 90>>')
        .add('page3', '<</Type/Page/Parent @pages/CropBox[10 10 110 60]>>')
        .body('catalog', '/Lang', '/PageLabels<</Nums[0<</S/r/St 4>> 2<</P(A-)/S/D>>]>>/Lang'),
    ),
  );
  expect(pages).toEqual([
    { number: 1, label: 'iv', width: 200, height: 100 },
    { number: 2, label: 'v', width: 400, height: 300 },
    { number: 3, label: 'A-1', width: 100, height: 50 },
  ]);
});

test('signatures are named with their signer and with what they cover', async () => {
  const field = '<</FT/Sig/T(place)/V @value>>';
  const signed = (range: string) =>
    inspectPdf(
      makePdf('plain', (edit) =>
        edit
          .body('catalog', '/Lang', '/AcroForm<</Fields[@field @empty]>>/Lang')
          .add('field', field)
          .add('empty', '<</FT/Sig/T(empty)>>')
          .add(
            'value',
            `<</Type/Sig/SubFilter/ETSI.CAdES.detached/Name(Ada)/M(D:20260102030405+01'00')/Contents<00>/ByteRange[${range}]>>`,
          ),
      ),
    );
  const { signatures } = await signed('0 10 20 30');
  expect(signatures).toMatchObject([
    { field: 'place', isSigned: true, signer: 'Ada', time: '2026-01-02T03:04:05+01:00', covers: 'not the whole file' },
    { field: 'empty', isSigned: false, signer: null, covers: null },
  ]);
});

test('a screen reader says headings, links, tables, lists and images, and is silent about artifacts', async () => {
  expect(await read()).toBe(
    [
      'heading 1: A',
      'AB [link: B]',
      'table with 2 columns and 2 rows',
      '  row 1, headers: A | B',
      '  row 2: AA | BB',
      'end of table',
      'list with 1 item',
      '  B BA',
      'image: A line',
    ].join('\n'),
  );
});

test('a table says its summary, each note has a line, and a label stands before the paragraphs of its item', async () => {
  const summary = (edit: Edit) => edit.body('table', '/S/Table', '/S/Table/A<</O/Table/Summary(All prices)>>');
  expect(await read(summary)).toContain('\ntable with 2 columns and 2 rows: All prices\n');
  const notes = (edit: Edit) => edit.body('h1', '/S/H1', '/S/Note').body('fig', '/S/Figure', '/S/Note');
  expect(await read((edit) => notes(edit).body('doc', '@h1 @p @table @list @fig', '@h1 @fig @p @table @list'))).toMatch(
    /^note: A\nnote: A line\nAB /,
  );
  const paragraph = (edit: Edit) => edit.body('lbody', '/K[8]', '/K[@inner]').add('inner', '<</S/P/P @lbody/Pg @page/K[8]>>');
  expect(await read(paragraph)).toContain('list with 1 item\n  B BA\n');
});

test('the order is that of the tags, not that of the page', async () => {
  expect(await read((edit) => edit.body('doc', '@h1 @p', '@p @h1'))).toMatch(/^AB \[link: B\]\nheading 1: A\n/);
});

test('ActualText is said once, in the place of what is painted', async () => {
  const onContent = (edit: Edit) =>
    edit.data('content', /\/P <<\/MCID 1>> BDC (.*?) EMC/, '/P <</MCID 1>> BDC /Span <</ActualText(said)>> BDC $1 $1 EMC EMC');
  expect(await read(onContent)).toContain('\nsaid[link: B]\n');
  expect(await read((edit) => edit.body('h1', '/S/H1', '/S/H1/ActualText(of the tag)'))).toContain('heading 1: of the tag');
});

test('soft hyphens join what they divide', async () => {
  expect(await read((edit) => edit.data('unicode', '<0001> <0041>', '<0001> <00AD>'))).toMatch(/^B \[link: B\]/);
});

test('a language that differs is said, and mapped types are said as what they are mapped to', async () => {
  expect(await read((edit) => edit.body('h1', '/S/H1', '/S/H1/Lang(de)'))).toContain('[de] heading 1: A');
  expect(
    await read((edit) => edit.body('h1', '/S/H1', '/S/Name').body('root', '/K[@doc]', '/K[@doc]/RoleMap<</Name/H2>>')),
  ).toContain('heading 2: A');
});

test('a figure without an alternative text, an empty cell and a link without text say so', async () => {
  expect(await read((edit) => edit.body('fig', '/Alt(A line)', ''))).toContain('image: no description');
  expect(await read((edit) => edit.body('td1', '/K[5]', '/K[]'))).toContain('row 2: empty | BB');
  expect(await read((edit) => edit.body('link', '/K[2 ', '/K[').body('annot', '(B)', '(our shop)'))).toContain(
    '[link: our shop]',
  );
});

test('a file without tags is read in the order of painting', async () => {
  const reading = await read((edit) => edit.body('catalog', '/StructTreeRoot @root', ''));
  expect(reading.split('\n').slice(0, 3)).toEqual(['A', 'AB', 'B']);
});

test('strings of a file are read in each of their encodings', async () => {
  const titleOf = async (title: string) =>
    (await inspectPdf(makePdf('plain', (edit) => edit.data('xmp', 'A title', '').body('info', '(A title)', title)))).title;
  expect(await titleOf('<FEFF00C4263A>')).toBe('Ä☺');
  expect(await titleOf('<EFBBBFC384>')).toBe('Ä');
  expect(await titleOf('(\\204 \\240 \\(\\)\\n\\344)')).toBe('— € ()\nä');
});

test('what is no PDF, is damaged or goes round in circles ends with a message', async () => {
  const fails = async (bytes: Uint8Array, message: string) => await expect(inspectPdf(bytes)).rejects.toThrow(message);
  await fails(Buffer.from('hello'), 'is no PDF');
  await fails(Buffer.from('%PDF-1.7\n'), 'is damaged');
  await fails(makePdf('plain').subarray(0, 300), 'is damaged');
  const loop = makePdf('plain', (edit) => edit.body('pages', '@page]', '@page @pages]').body('td1', '/K[5]', '/K[5 @doc]'));
  expect((await inspectPdf(loop, { read: true, check: true })).pages).toHaveLength(1);
  const deep = makePdf('plain', (edit) => {
    for (let i = 0; i < 600; i++) edit.add(`deep${i}`, `<</S/Div/K @deep${i + 1}>>`);
    edit.body('doc', '@h1', '@h1 @deep0');
  });
  await fails(deep, 'nests its tags more than 500 deep');
});

test('forms that paint each other end', async () => {
  const bytes = makePdf('plain', (edit) =>
    edit
      .add('again', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</X1 @again>>>>', '/X1 Do /X1 Do')
      .body('resources', '@form', '@again'),
  );
  expect((await inspectPdf(bytes)).pages).toHaveLength(1);
});
