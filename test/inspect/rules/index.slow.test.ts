// Each rule of the checker, with a file that breaks it.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RuleFinding } from '../../../src/inspect/facts.ts';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { rules } from '../../../src/inspect/rules/index.ts';
import { type Base, type Edit, makePdf } from '../make-pdf.ts';

const check = async (base: Base, change?: (edit: Edit) => unknown) =>
  (await inspectPdf(makePdf(base, change), { check: true })).check!;

const xmp = (from: string | RegExp, to: string) => (edit: Edit) => edit.data('xmp', from, to);
const catalog = (from: string | RegExp, to: string) => (edit: Edit) => edit.body('catalog', from, to);
const body = (name: string, from: string | RegExp, to: string) => (edit: Edit) => edit.body(name, from, to);
const content = (from: string | RegExp, to: string) => (edit: Edit) => edit.data('content', from, to);
/** Adds an annotation that stands in no element. */
const annotation = (entries: string) => (edit: Edit) =>
  edit.body('page', '/Annots[@annot]', '/Annots[@annot @more]').add('more', `<</Type/Annot/Rect[0 0 5 5]/F 4${entries}>>`);

/** Says in the metadata that this file is the invoice. */
const facturX = (file: string) =>
  xmp(
    '</rdf:RDF>',
    `<rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:ConformanceLevel>BASIC</fx:ConformanceLevel><fx:DocumentFileName>${file}</fx:DocumentFileName></rdf:Description></rdf:RDF>`,
  );

const [ua1, a1, a2, a3, ua2] = ['UA-1 A-3a', 'A-1a', 'UA-1 A-2a', 'UA-1 A-3a', 'UA-2 A-4f'] as const;

const printing = body('annot', '/S/URI', '/S/Named/N/Print');

/** What breaks a rule: its number, the file that keeps it, and the change. */
const broken: readonly (readonly [rule: string, base: Base, change: (edit: Edit) => unknown])[] = [
  ['UA-1 6.1-1', ua1, ({ parts }) => (parts.header = parts.header.replace('1.7', '1.9'))],
  ['A-1 6.1.2-1', a1, ({ parts }) => (parts.header = ` ${parts.header}`)],
  ['A-4 6.1.2-1', ua2, ({ parts }) => (parts.header = parts.header.replace('2.0', '1.7'))],
  ['A-3 6.1.2-2', a3, ({ parts }) => (parts.header = '%PDF-1.7\n')],
  ['A-3 6.1.3-1', a3, ({ parts }) => (parts.trailer = parts.trailer.replace('/ID[<00><00>]', ''))],
  ['A-1 6.1.3-3', a1, ({ parts }) => (parts.end = '\n\n\nmore')],
  ['A-4 6.1.3-4', ua2, (edit) => (edit.add('info', '<</Title(A)>>').parts.trailer += '/Info @info')],
  ['A-1 6.1.4-3', a1, (edit) => edit.add('packed', '/Type/ObjStm/N 0/First 0', '')],
  ['A-1 6.1.7-3', a1, (edit) => edit.add('away', '/F(other)', '')],
  ['A-1 6.1.10-1', a1, (edit) => edit.add('lzw', '/Filter/LZWDecode', '')],
  ['A-3 6.1.7.2-1', a3, (edit) => edit.add('lzw', '/Filter[/LZWDecode]', '')],
  ['A-1 6.1.12-1', a1, (edit) => edit.add('large', '[2147483648]')],
  ['A-1 6.1.12-2', a1, (edit) => edit.add('large', '[32768.5]')],
  ['A-1 6.1.12-2', a1, content('/Artifact BMC', '32768.5 0 m n /Artifact BMC')],
  ['A-1 6.1.12-3', a1, (edit) => edit.add('large', `(${'x'.repeat(65_536)})`)],
  ['A-3 6.1.13-3', a3, (edit) => edit.add('large', `(${'x'.repeat(32_768)})`)],
  ['A-3 6.1.13-3', a3, content('0001> Tj', `${'0001'.repeat(16_384)}> Tj`)],
  ['A-3 6.1.13-4', a3, (edit) => edit.add('large', `/${'x'.repeat(128)}`)],
  ['A-1 6.1.12-5', a1, (edit) => edit.add('large', `[${'0 '.repeat(8192)}]`)],
  ['A-1 6.1.12-6', a1, (edit) => edit.add('large', `<<${Array.from({ length: 4096 }, (_, i) => `/N${i} 0`).join('')}>>`)],
  ['A-1 6.1.13-1', a1, catalog('/Lang', '/OCProperties<<>>/Lang')],
  ['A-4 6.1.12-1', ua2, catalog('/Lang', '/Version/1.7/Lang')],
  ['UA-1 7.1-8', ua1, catalog('/Metadata @xmp', '')],
  ['A-3 6.6.2.1-4', a3, xmp('</x:xmpmeta>', '')],
  ['A-3 6.6.2.1-2', a3, xmp('id="W5', 'bytes="9" id="W5')],
  ['A-3 6.6.2.1-3', a3, xmp('id="W5', 'encoding="UTF-8" id="W5')],
  ['A-1 6.7.2-2', a1, body('xmp', '/Type', '/Filter[]/Type')],
  ['UA-1 5-3', ua1, xmp(/(?<!>)pdfuaid(?=:part|=")/g, 'other')],
  ['UA-2 5-5', ua2, xmp('<pdfuaid:rev>2024</pdfuaid:rev>', '')],
  ['A-3 6.6.4-4', a3, xmp(/pdfaid(?=[:=])/g, 'other')],
  ['A-3 6.6.4-3', a3, xmp('>A</pdfaid:conformance>', '>X</pdfaid:conformance>')],
  ['A-4 6.7.3-5', ua2, xmp('<pdfaid:rev>2020', '<pdfaid:rev>x')],
  ['A-3 6.6.2.3.1-1', a3, xmp('<pdfaProperty:name>part', '<pdfaProperty:name>other')],
  ['A-3 6.6.2.3.1-2', a3, xmp('valueType>Integer', 'valueType>bag Integer')],
  ['A-1 6.7.3-2', a1, body('info', 'A title', 'B')],
  ['A-1 6.7.3-3', a1, body('info', 'An author', 'B')],
  ['A-1 6.7.3-4', a1, body('info', 'A subject', 'B')],
  ['A-1 6.7.3-5', a1, body('info', 'some words', 'B')],
  ['A-1 6.7.3-6', a1, body('info', 'A creator', 'B')],
  ['A-1 6.7.3-7', a1, body('info', 'A producer', 'B')],
  ['A-1 6.7.3-1', a1, body('info', 'CreationDate(D:2026', 'CreationDate(D:2025')],
  ['A-1 6.7.3-8', a1, body('info', 'ModDate(D:2026', 'ModDate(D:2025')],
  ['UA-1 7.1-9', ua1, xmp('A title', '')],
  ['UA-1 7.1-10', ua1, catalog('DisplayDocTitle true', 'DisplayDocTitle false')],
  ['UA-1 7.2-33', ua1, catalog('/Lang(en)', '')],
  ['Factur-X XMP', a3, facturX('factur-x.xml')],
  ['Factur-X XML', a3, facturX('a.txt')],
  ['UA-1 6.2-1', ua1, catalog('/Marked true', '')],
  ['UA-1 7.1-4', ua1, catalog('/Marked true', '/Marked true/Suspects true')],
  ['UA-1 7.1-11', ua1, body('root', '/K[@doc]', '')],
  ['UA-1 7.1-12', ua1, body('h1', '/P @doc', '/P @p')],
  ['UA-1 7.1-5', ua1, body('h1', '/S/H1', '/S/Odd')],
  ['UA-1 7.1-6', ua1, (edit) => edit.body('h1', '/S/H1', '/S/Odd').body('root', '/K[', '/RoleMap<</Odd/Even/Even/Odd>>/K[')],
  ['UA-1 7.1-7', ua1, body('root', '/K[', '/RoleMap<</H1/P>>/K[')],
  ['Tagged 14.7.5.4', ua1, body('parents', '@h1 @p', '@p @h1')],
  ['Tagged 14.7.5.4', ua1, body('parents', '1 @link', '1 @p')],
  ['Tagged 14.7.5.4', ua1, body('h1', '/K[0]', '/K[0 77]')],
  ['Tagged 14.7.5.4', ua1, body('h1', '/K[0]', '/K[]')],
  ['UA-2 8.2.5.2-1', ua2, body('doc', '/NS @ns', '')],
  ['UA-2 8.2.5.12-1', ua2, body('h1', '/S/H1', '/S/H')],
  ['UA-2 8.2.5.14-1', ua2, body('p', '/S/P', '/S/Note')],
  ['UA-2 8.2.5.14-2', ua2, (edit) => edit.body('p', '/S/P', '/S/FENote/NS @ns').body('h1', '/S/H1', '/S/H1/Ref[@p]')],
  ['UA-2 8.2.5.14-3', ua2, body('p', '/S/P', '/S/FENote/NS @ns/Ref[@h1]')],
  ['UA-2 8.2.5.14-4', ua2, body('p', '/S/P', '/S/FENote/NS @ns/A<</O/FENote/NoteType/Odd>>')],
  ['UA-2 8.2.5.8-1', ua2, body('h1', '/S/H1', '/S/TOCI')],
  ['UA-1 7.2-29', ua1, body('h1', '/K[0]', '/Lang(not a language)/K[0]')],
  ['UA-1 7.2-29', ua1, catalog('/Lang(en)', '/Lang(e n)')],
  ['UA-1 7.2-34', ua1, catalog('/Lang(en)', '')],
  ['UA-1 7.2-2', ua1, catalog('/Lang(en)', '')],
  ['UA-1 7.2-17', ua1, body('list', '/S/L', '/S/Div')],
  ['UA-1 7.2-18', ua1, body('li', '/S/LI', '/S/Div')],
  ['UA-1 7.2-19', ua1, body('li', '/S/LI', '/S/Div')],
  ['UA-1 7.2-20', ua1, body('lbl', '/S/Lbl', '/S/P')],
  ['UA-1 7.2-26', ua1, body('h1', '/S/H1', '/S/TOCI')],
  ['UA-1 7.2-27', ua1, body('table', '/S/Table', '/S/TOC')],
  ['UA-1 7.2-40', ua1, (edit) => edit.body('list', '@li', '@li @cap').add('cap', '<</S/Caption/P @list>>')],
  ['UA-2 8.2.5.27-1', ua2, body('p', '/S/P', '/S/Caption')],
  ['UA-2 8.2.5.25-1', ua2, body('list', '/ListNumbering/Disc', '')],
  ['UA-2 8.2.5.25-2', ua2, body('lbl', '/S/Lbl', '/S/LI')],
  ['UA-1 7.3-1', ua1, body('fig', '/Alt(A line)', '')],
  ['UA-1 7.7-1', ua1, body('fig', '/S/Figure/P @doc/Pg @page/K[9]/Alt(A line)', '/S/Formula/P @doc/Pg @page/K[9]')],
  ['UA-1 7.4.2-1', ua1, body('h1', '/S/H1', '/S/H2')],
  ['UA-1 7.4.2-1', ua1, body('p', '/S/P', '/S/H3')],
  ['UA-1 7.4.4-1', ua1, (edit) => edit.body('h1', '/S/H1', '/S/H').body('p', '/S/P', '/S/H')],
  ['UA-1 7.4.4-2', ua1, body('p', '/S/P', '/S/H')],
  ['UA-1 7.9-1', ua1, body('p', '/S/P', '/S/Note')],
  ['UA-1 7.9-2', ua1, (edit) => edit.body('p', '/S/P', '/S/P/ID(x)').body('h1', '/S/H1', '/S/H1/ID(x)')],
  ['Tagged 14.8.4', ua1, body('link', '/S/Link', '/S/P')],
  ['Tagged 14.8.4.7.2', ua1, body('p', '/S/P', '/S/Link')],
  ['Tagged 14.8.2', ua1, content('0001> Tj', '> Tj')],
  ['UA-1 7.2-3', ua1, body('tbody', '/S/TBody', '/S/Div')],
  ['UA-1 7.2-4', ua1, body('tbody', '/S/TBody', '/S/Div')],
  ['UA-1 7.2-5', ua1, body('table', '/S/Table', '/S/Div')],
  ['UA-1 7.2-6', ua1, body('table', '/S/Table', '/S/Div')],
  ['UA-1 7.2-7', ua1, (edit) => edit.body('table', '/S/Table', '/S/Div').body('tbody', '/S/TBody', '/S/TFoot')],
  ['UA-1 7.2-8', ua1, body('tr1', '/S/TR', '/S/Div')],
  ['UA-1 7.2-9', ua1, body('tr2', '/S/TR', '/S/Div')],
  ['UA-1 7.2-10', ua1, body('td1', '/S/TD', '/S/P')],
  ['UA-1 7.2-11', ua1, body('tbody', '/S/TBody', '/S/THead')],
  ['UA-1 7.2-12', ua1, (edit) => edit.body('tbody', '/S/TBody', '/S/TFoot').body('thead', '/S/THead', '/S/TFoot')],
  ['UA-1 7.2-13', ua1, body('tbody', '/S/TBody', '/S/TFoot')],
  ['UA-1 7.2-14', ua1, body('tbody', '/S/TBody', '/S/TFoot')],
  ['UA-1 7.2-16', ua1, (edit) => edit.body('table', '@thead', '@thead @cap').add('cap', '<</S/Caption/P @table>>')],
  [
    'UA-1 7.2-39',
    ua1,
    (edit) =>
      edit
        .body('table', '@thead @tbody', '@cap @tbody @cup')
        .add('cap', '<</S/Caption/P @table>>')
        .add('cup', '<</S/Caption/P @table>>'),
  ],
  ['UA-1 7.2-36', ua1, body('tr1', '/S/TR', '/S/Div')],
  ['UA-1 7.2-37', ua1, body('tr2', '/S/TR', '/S/Div')],
  ['UA-1 7.2-38', ua1, (edit) => edit.body('tbody', '/S/TBody', '/S/TFoot').body('tr2', '/S/TR', '/S/Div')],
  [
    'UA-1 7.2-15',
    ua1,
    (edit) =>
      edit
        .body('tbody', '@tr2', '@tr2 @tr3')
        .add('tr3', '<</S/TR/P @tbody/K[@td3 @td4]>>')
        .add('td3', '<</S/TD/P @tr3/A<</O/Table/ColSpan 2>>>>')
        .add('td4', '<</S/TD/P @tr3>>')
        .body('td2', '/K[6]', '/K[6]/A<</O/Table/RowSpan 2>>'),
  ],
  ['UA-1 7.2-42', ua1, body('tr2', '@td1 @td2', '@td1')],
  ['UA-1 7.2-41', ua1, body('td1', '/K[5]', '/K[5]/A<</O/Table/RowSpan 2>>')],
  ['UA-1 7.5-1', ua1, body('th2', '/Scope/Column', '')],
  [
    'UA-1 7.5-1',
    ua1,
    (edit) => edit.body('th2', '/Scope/Column', '').body('td2', '/K[6]', '/K[6]/A<</O/Table/Headers[(none)]>>'),
  ],
  ['UA-1 7.1-3', ua1, content('/Artifact BMC', '/Span BMC')],
  ['UA-1 7.1-1', ua1, content('/Figure <</MCID 9>> BDC', '/Figure <</MCID 9>> BDC /Artifact BMC EMC')],
  ['UA-1 7.1-2', ua1, content('/Artifact BMC', '/Artifact BMC /P <</MCID 12>> BDC EMC')],
  ['Tagged 14.6.1', ua1, content('/Artifact BMC', 'EMC /Artifact BMC')],
  ['Tagged 14.6.1', ua1, content(/EMC\n$/, '')],
  ['Tagged 14.7.5.1', ua1, content('<</MCID 9>>', '<</MCID 8>>')],
  ['A-3 6.2.2-1', a3, content('/Artifact BMC', 'BX odd EX /Artifact BMC')],
  ['A-3 6.1.13-8', a3, content('/Artifact BMC', `${'q '.repeat(29)}${'Q '.repeat(29)}/Artifact BMC`)],
  ['UA-1 7.18.1-1', ua1, annotation('/Subtype/Text/Contents(x)')],
  ['UA-1 7.18.1-3', ua1, annotation('/Subtype/Widget/FT/Sig')],
  ['UA-2 8.10.2.3-1', ua2, annotation('/Subtype/Widget/FT/Sig/TU(x)')],
  ['UA-1 7.18.3-1', ua1, body('page', '/Tabs/S', '')],
  ['UA-1 7.18.4-1', ua1, annotation('/Subtype/Widget/FT/Sig/TU(x)')],
  ['UA-1 7.18.5-1', ua1, annotation('/Subtype/Link/Contents(x)')],
  ['UA-1 7.18.5-2', ua1, body('annot', '/Contents(B)', '')],
  ['UA-2 8.8-1', ua2, body('entry', '@h1', '@page')],
  ['UA-2 8.9.4.2-1', ua2, body('link', '/S/Link', '/S/Link/Alt(C)')],
  ['A-1 6.5.2-1', a1, annotation('/Subtype/FileAttachment')],
  ['A-3 6.3.1-1', a3, annotation('/Subtype/Movie')],
  ['A-3 6.3.2-1', a3, body('annot', '/F 4', '')],
  ['A-3 6.3.3-1', a3, annotation('/Subtype/Square')],
  ['A-1 6.9-2', a1, annotation('/Subtype/Widget')],
  ['A-3 6.3.3-2', a3, body('annot', '/F 4', '/F 4/AP<</N 1/D 1>>')],
  ['A-3 6.5.1-1', a3, body('annot', '/S/URI', '/S/JavaScript')],
  ['A-3 6.5.1-2', a3, printing],
  ['A-3 6.5.2-1', a3, catalog('/Lang', '/AA<<>>/Lang')],
  ['A-3 6.4.1-3', a3, catalog('/Lang', '/AcroForm<</Fields[]/NeedAppearances true>>/Lang')],
  ['A-3 6.4.2-1', a3, catalog('/Lang', '/AcroForm<</Fields[]/XFA[]>>/Lang')],
  ['UA-1 7.21.4.1-1', ua1, body('descriptor', '/FontFile2 @program', '')],
  ['UA-1 7.21.4.1-2', ua1, content('0001> Tj', '0009> Tj')],
  ['UA-1 7.21.5-1', ua1, body('cid', '[500 500]', '[600 500]')],
  ['UA-1 7.21.3.2-1', ua1, body('cid', '/CIDToGIDMap/Identity', '')],
  [
    'A-2 6.2.11.4.2-2',
    a2,
    (edit) => edit.body('descriptor', '/Flags', '/CIDSet @cidset/Flags').add('cidset', '', Uint8Array.of(0xe0)),
  ],
  ['A-1 6.3.5-3', a1, body('descriptor', '/CIDSet @cidset', '')],
  ['A-1 6.3.5-3', a1, (edit) => (edit.parts.objects.get('cidset')!.data = Uint8Array.of(0xe0))],
  ['A-1 6.3.5-3', a1, (edit) => (edit.parts.objects.get('cidset')!.data = Uint8Array.of(0xf8))],
  ['UA-1 7.21.7-1', ua1, (edit) => edit.data('unicode', '<0001> <0041>', '')],
  ['UA-1 7.21.7-2', ua1, (edit) => edit.data('unicode', '<0041>', '<FEFF>')],
  ['UA-2 8.4.3-1', ua2, (edit) => edit.data('unicode', '<0041>', '<E000>')],
  ['UA-1 7.21.8-1', ua1, content('0001> Tj', '0000> Tj')],
  ['A-3 6.2.3-1', a3, (edit) => edit.data('profile', 'mntr', 'scnr')],
  [
    'A-3 6.2.3-2',
    a3,
    (edit) =>
      edit
        .body('catalog', '[@intent]', '[@intent @second]')
        .add('second', '<</S/GTS_PDFX/DestOutputProfile @otherProfile>>')
        .add('otherProfile', '/N 3', edit.parts.objects.get('profile')!.data),
  ],
  ['A-3 6.2.4.3-2', a3, (edit) => edit.body('catalog', '/OutputIntents[@intent]', '').data('content', '0 0 m', '1 0 0 RG 0 0 m')],
  ['A-3 6.2.4.3-3', a3, content('0 0 m', '1 0 0 0 K 0 0 m')],
  ['A-3 6.2.4.3-4', a3, catalog('/OutputIntents[@intent]', '')],
  [
    'A-3 6.2.4.2-1',
    a3,
    (edit) => edit.body('image', '@profile', '@bad').add('bad', '/N 4', edit.parts.objects.get('profile')!.data),
  ],
  ['A-3 6.2.8-1', a3, body('image', '/Width', '/Alternates[]/Width')],
  ['A-3 6.2.8-3', a3, body('image', '/Width', '/Interpolate true/Width')],
  ['A-1 6.2.4-4', a1, body('image', '/BitsPerComponent 8', '/BitsPerComponent 16')],
  ['A-3 6.2.9-2', a3, body('form', '/BBox', '/Ref<<>>/BBox')],
  ['A-3 6.2.5-1', a3, body('gs', '/CA 1', '/TR/Identity/CA 1')],
  ['A-1 6.4-1', a1, body('gs', '/CA 1', '/SMask<<>>/CA 1')],
  ['A-1 6.4-2', a1, body('image', '/Width', '/SMask @image/Width')],
  ['A-1 6.4-3', a1, body('page', '/Tabs', '/Group<</S/Transparency>>/Tabs')],
  ['A-1 6.4-3', a1, body('form', '/BBox', '/Group<</S/Transparency>>/BBox')],
  ['A-1 6.4-4', a1, body('gs', '/BM/Normal', '/BM/Multiply')],
  ['A-1 6.4-5', a1, body('gs', '/ca 1', '/ca 0.5')],
  ['A-3 6.2.10-1', a3, body('gs', '/BM/Normal', '/BM/Odd')],
  ['A-3 6.2.10-2', a3, (edit) => edit.body('gs', '/ca 1', '/ca 0.5').body('catalog', '/OutputIntents[@intent]', '')],
  ['A-1 6.1.11-2', a1, catalog('/Lang', '/Names<</EmbeddedFiles<<>>>>/Lang')],
  ['UA-1 7.11-1', ua1, body('file', '/F(a.txt)', '')],
  [
    'A-2 6.8-5',
    a2,
    (edit) =>
      edit
        .body('catalog', '/Lang', '/AF[@file]/Lang')
        .add('file', '<</F(a)/UF(a)/EF<</F @embedded>>>>')
        .add('embedded', '', 'text'),
  ],
  ['A-3 6.8-1', a3, body('embedded', '/Subtype/text#2Fplain', '')],
  ['A-3 6.8-3', a3, body('file', '/AFRelationship/Data', '')],
  ['A-3 6.8-4', a3, catalog('/AF[@file]', '')],
  ['A-4f 6.9-5', ua2, catalog(/\/Names.*>>>>(?=>>)/, '')],
  ['UA-2 8.14.1-1', ua2, body('file', '/Desc(A text)', '')],
];

/** Rules that only an encrypted file breaks: see encrypted.slow.test.ts. */
const ofEncryption = ['The file is not encrypted.', 'An encrypted file lets screen readers have its text.'];

describe('a file that keeps its rules has no finding', () => {
  test.each(['UA-1 A-3a', 'UA-1 A-2a', 'A-1a', 'UA-2 A-4f', 'plain'] as const)('%s', async (base) => {
    const { findings, rules: count } = await check(base);
    expect(findings).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });
});

test.each<[string, (edit: Edit) => unknown]>([
  ['column', (edit) => edit.body('th2', '/Scope/Column', '/Scope/Both')],
  [
    'row',
    (edit) =>
      edit.body('th2', '/Scope/Column', '').body('td1', '/S/TD', '/S/TH').body('td1', '/K[5]', '/K[5]/A<</O/Table/Scope/Both>>'),
  ],
])('a header with the scope Both leads to the cells of its %s', async (_, change) => {
  expect((await check(ua1, change)).findings).toEqual([]);
});

test('a form field off the page needs neither an element nor a description', async () => {
  const away = (edit: Edit) => annotation('/Subtype/Widget/FT/Sig')(edit).body('more', '[0 0 5 5]', '[-10 -10 -10 -10]');
  expect((await check(ua1, away)).findings).toEqual([]);
});

let findings: readonly (readonly RuleFinding[])[] = [];
beforeAll(async () => {
  findings = await Promise.all(broken.map(async ([, base, change]) => (await check(base, change)).findings));
});

describe('a file that breaks a rule has a finding of it', () => {
  test.each(broken.map(([rule], i) => [rule, i] as const))('%s', (rule, i) => {
    expect(findings[i]!.flatMap((finding) => finding.rule.split(', '))).toContain(rule);
  });
});

test('a named action is told by its name', () => {
  const at = broken.findIndex(([, , change]) => change === printing);
  expect(findings[at]!.map(({ message }) => message)).toEqual(['The named action Print']);
});

test('each rule has a file that breaks it', () => {
  const found = new Set(findings.flat().map(({ says }) => says));
  expect(rules.map(({ says }) => says).filter((says) => !found.has(says) && !ofEncryption.includes(says))).toEqual([]);
});

test('each rule has a number that no other rule of the standard has, but for parts of one clause', () => {
  const seen = new Map<string, number>();
  for (const { clauses } of rules)
    for (const [standard, clause] of Object.entries(clauses)) {
      const number = `${standard} ${clause}`;
      seen.set(number, (seen.get(number) ?? 0) + 1);
    }
  const twice = [...seen].filter(([, count]) => count > 1).map(([number]) => number);
  expect(twice).toEqual([]);
});
