import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import type { AllPages, AnchorItem } from '../../../src/document/layout/fragment.ts';
import { contentOf, findObject, readObjects, syntaxOf } from '../../support/read-pdf.ts';
import {
  helvetica,
  letterFace,
  makeLink,
  makePage,
  makeRect,
  makeStandardWord,
  makeText,
  makeWord,
  writePdf,
} from './samples.ts';

const anchor: AnchorItem = {
  kind: 'anchor',
  x: 0,
  y: 30,
  width: 0,
  height: 0,
  name: 'end',
  bookmark: undefined,
  source: { component: 'c', dataPath: null },
};
const bookmark = (title: string, level: number): AnchorItem => ({ ...anchor, name: undefined, bookmark: { title, level } });

test('the result tells pages, size and digest of exactly the bytes written', () => {
  const { pages, bytes, sha256, file } = writePdf([makePage([makeRect()]), makePage([])]);
  expect(pages).toBe(2);
  expect(bytes).toBe(file.length);
  expect(sha256).toBe(createHash('sha256').update(file).digest('hex'));
  expect(file.toString('latin1').startsWith('%PDF-1.7\n')).toBe(true);
  expect(file.toString('latin1').endsWith('%%EOF\n')).toBe(true);
});

test('the same pages give the same bytes, whatever was painted before', () => {
  const page = makePage([makeText([makeWord('ABC')]), makeRect()]);
  const first = writePdf([page]).sha256;
  for (const text of ['XYZ', 'CBA', 'Q']) writePdf([makePage([makeText([makeWord(text)])])]);
  expect(writePdf([page]).sha256).toBe(first);
});

test('the file identifier follows the content', () => {
  const idOf = (text: string) =>
    /\/ID ?\[<(\w+)>/.exec(writePdf([makePage([makeText([makeWord(text)])])]).file.toString('latin1'))![1];
  expect(idOf('A')).toHaveLength(32);
  expect(idOf('A')).not.toBe(idOf('B'));
});

test('no clock is read: without a date none is written', () => {
  const { file } = writePdf([makePage([])], { metadata: { title: 'T' } });
  expect(file.toString('latin1') + syntaxOf(file)).not.toMatch(/CreationDate|CreateDate|ModDate/);
  const dated = writePdf([makePage([])], { metadata: { date: new Date('2025-03-01T10:20:30Z') } }).file;
  expect(syntaxOf(dated)).toContain('(D:20250301102030Z)');
  expect(dated.toString('latin1')).toContain('<xmp:CreateDate>2025-03-01T10:20:30Z</xmp:CreateDate>');
});

test('metadata may hold any Unicode; XMP is escaped as XML', () => {
  const { file } = writePdf([makePage([])], {
    metadata: { title: 'Weaver & <Söhne> 😀 \ud800\u0001', keywords: ['a', 'b'], lang: 'de-DE' },
  });
  const xmp = findObject(file, '/Type/Metadata').stream!.toString('utf8');
  expect(xmp).toContain('<rdf:li xml:lang="x-default">Weaver &amp; &lt;Söhne&gt; 😀 \ufffd\ufffd</rdf:li>');
  expect(xmp).toContain('<rdf:li>a</rdf:li><rdf:li>b</rdf:li>');
  const text = syntaxOf(file);
  expect(text).toContain('/Lang (de-DE)');
  expect(text).toContain('/DisplayDocTitle true');
  expect(text).toContain('(pdfgen)');
});

test('a document that says nothing about itself has no XMP', () => {
  expect(syntaxOf(writePdf([makePage([])]).file)).not.toContain('/Metadata');
});

test('in a short document late items stand in the content of their page', () => {
  const late = ({ total }: AllPages) => [makeText([makeWord(`${total}`)], { y: 90 })];
  const { file } = writePdf([makePage([makeText([makeWord('A')])], late), makePage([], late)]);
  expect(contentOf(file, 0)).toBe('BT\n/F1 10 Tf\n10 80 Td\n[(\0$)]TJ\n0 -70 Td\n[(\0\x15)]TJ\nET\n');
  expect(findObject(file, '/Type/Page/').body).toMatch(/\/Contents \d+ 0 R/);
});

test('in a long one they are a stream of their own, under a fresh graphics state', () => {
  const late = () => [makeText([makeWord('B')])];
  const { file, pages } = writePdf(Array.from({ length: 20 }, () => makePage([makeRect()], late)));
  expect(pages).toBe(20);
  expect(findObject(file, '/Type/Page/').body).toMatch(/\/Contents\[\d+ 0 R \d+ 0 R\]/);
  expect(contentOf(file, 0)).toBe('q\n1 0 0 rg\n10 40 30 40 re\nf\nQ\nBT\n/F1 10 Tf\n10 80 Td\n[(\0%)]TJ\nET\n');
});

test('pages leave memory as they are added', () => {
  const words = Array.from({ length: 400 }, (_, i) =>
    makeText([makeWord(`${i * 7919}`)], { x: (i * 37) % 190, y: (i * 91) % 100 }),
  );
  expect(writePdf(Array.from({ length: 80 }, () => makePage(words))).chunks).toBeGreaterThan(2);
});

test('links go out by http, https, mailto and tel, in ASCII', () => {
  const { file } = writePdf([makePage([makeLink('https://example.com/ä b(1)')])]);
  expect(findObject(file, '/URI').body).toContain('/Rect[10 70 40 80]/A<</S/URI/URI(https://example.com/%C3%A4%20b\\(1\\))>>');
  expect(() => writePdf([makePage([makeLink('javascript:alert(1)')])])).toThrow(PdfgenError);
});

test('a link to a name finds its place on a later page; one without a place is dropped', () => {
  const { file } = writePdf([makePage([makeLink('#end'), makeLink('#nowhere')]), makePage([anchor])]);
  const ids = [...readObjects(file)].filter(([, { body }]) => body.includes('/Type/Page/')).map(([id]) => id);
  expect(findObject(file, '/Annots').body).toMatch(/\/Annots\[\d+ 0 R\]/);
  expect(findObject(file, '/Subtype/Link').body).toContain(`/Dest[${ids[1]} 0 R/XYZ 0 70 null]`);
});

test('a link in a turned group covers the box around it', () => {
  const group = { kind: 'group', x: 50, y: 50, rotate: 90, clip: undefined, items: [makeLink('tel:1')] } as const;
  expect(findObject(writePdf([makePage([group])]).file, '/URI').body).toContain('/Rect[20 10 30 40]');
});

test('bookmarks become an outline nested by level', () => {
  const { file } = writePdf([makePage([bookmark('One', 1), bookmark('Deep', 3), bookmark('Zwö', 2), bookmark('Two', 1)])]);
  expect(findObject(file, '/Type/Outlines').body).toContain('/Count 4');
  expect(findObject(file, '/Title(One)').body).toContain('/Count 2');
  expect(findObject(file, '/Title<feff005a007700f6>').body).toContain('/Prev');
  expect(syntaxOf(file)).toContain('/PageMode /UseOutlines');
});

test('an embedded font holds exactly the glyphs shown, with their widths and texts', () => {
  const { file } = writePdf([makePage([makeText([makeWord('BAC'), makeWord(' ')])])]);
  const font = findObject(file, '/Subtype/Type0').body;
  expect(font).toMatch(/\/BaseFont\/[A-Z]{6}\+Letters-Regular\/Encoding\/Identity-H/);
  expect(findObject(file, '/CIDFontType2').body).toContain('/DW 500/W[3[250]]/CIDToGIDMap/Identity');
  expect(findObject(file, '/Length1').stream!.toString()).toBe('3 36 37 38');
  const toUnicode = readObjects(file)
    .get(Number(/\/ToUnicode (\d+)/.exec(font)![1]))!
    .stream!.toString();
  expect(toUnicode).toContain('1 beginbfchar\n<0003><0020>\nendbfchar');
  expect(toUnicode).toContain('1 beginbfrange\n<0024><0026><0041>\nendbfrange');
});

test('a template subset holds Latin-1 as well, and is the same for different texts', () => {
  const programOf = (text: string) =>
    findObject(
      writePdf([makePage([makeText([makeWord(text)])])], { fontSubset: 'template' }).file,
      '/Length1',
    ).stream!.toString();
  expect(programOf('A').split(' ')).toHaveLength(95);
  expect(programOf('A')).toBe(programOf('B'));
});

test('different glyph sets have different subset names', () => {
  const nameOf = (text: string) =>
    /\/FontName\/(\w+)/.exec(findObject(writePdf([makePage([makeText([makeWord(text)])])]).file, '/FontName').body)![1];
  expect(nameOf('A')).not.toBe(nameOf('B'));
  expect(nameOf('AB')).toBe(nameOf('BA'));
});

test('a standard font is named, not embedded', () => {
  const { file } = writePdf([makePage([makeText([makeStandardWord('A')], { face: helvetica })])]);
  expect(findObject(file, '/Subtype/Type1').body).toBe(
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  );
});

test.each(['Symbol', 'ZapfDingbats'])('%s keeps its own encoding and says what its codes mean', (name) => {
  const face = { ...helvetica, id: name, postscriptName: name, unicodeOf: (code: number) => String.fromCharCode(code + 0x350) };
  const { file } = writePdf([makePage([makeText([makeStandardWord('ab')], { face })])]);
  const font = findObject(file, '/Subtype/Type1').body;
  expect(font).toMatch(new RegExp(`^<</Type/Font/Subtype/Type1/BaseFont/${name}/ToUnicode \\d+ 0 R>>$`));
  const toUnicode = readObjects(file)
    .get(Number(/\/ToUnicode (\d+)/.exec(font)![1]))!
    .stream!.toString();
  expect(toUnicode).toContain('<00><ff>');
  expect(toUnicode).toContain('1 beginbfrange\n<61><62><03b1>\nendbfrange');
});

test('the text of a ligature is in the map of its font', () => {
  const word = makeWord('A', { glyphs: [300], tj: '\x01,', says: ['ffi'] });
  const { file } = writePdf([makePage([makeText([word])])]);
  const font = findObject(file, '/Subtype/Type0').body;
  const toUnicode = readObjects(file)
    .get(Number(/\/ToUnicode (\d+)/.exec(font)![1]))!
    .stream!.toString();
  expect(toUnicode).toContain('<012c><006600660069>');
  expect(letterFace.unicodeOf(300)).toBeUndefined();
});

test('a document without pages is still a file', () => {
  expect(syntaxOf(writePdf([]).file)).toContain('/Type/Pages/Count 0/Kids[]');
});
