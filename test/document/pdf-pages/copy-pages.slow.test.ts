import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { type Objects, onePage, writePdf } from '../../support/foreign-pdf.ts';
import { findObject, readObjects, syntaxOf } from '../../support/read-pdf.ts';
import { diagnoseWith, explainBreaches, renderPdf, warningsOf } from '../../support/render-document.ts';

const sheet = { unit: 'pt', document: { title: 'A', lang: 'en' } } as const;
const background = (...children: unknown[]) => ({
  ...sheet,
  pages: [{ size: [200, 100], margin: 0, background: children, body: [] }],
});
const page = background({ pdf: 'a.pdf' });
const draw = (objects: Objects, template: Record<string, unknown> = page) =>
  renderPdf(template, { images: { 'a.pdf': writePdf(objects) } });
const formOf = (pdf: Buffer) => findObject(pdf, '/Subtype/Form');
const contentOf = (pdf: Buffer) => formOf(pdf).stream!.toString('latin1').trim();
/** How a page is laid onto the sheet. */
const placeOf = (pdf: Buffer) =>
  [...readObjects(pdf).values()].flatMap(
    ({ stream }) => /^q .* cm \/I\d+ Do Q$/m.exec(stream?.toString('latin1') ?? '')?.[0] ?? [],
  );

describe('the visible part of a page', () => {
  const cases: readonly [string, string, readonly [number, number], string][] = [
    ['is its media box', '', [200, 100], '0.005 0 0 0.01 0 0'],
    ['is its crop box', '/CropBox[50 20 150 70]', [100, 50], '0.01 0 0 0.02 -0.5 -0.4'],
    ['is what the crop box has of the media box', '/CropBox[100 -20 300 70]', [100, 70], '0.01 0 0 0.0142857143 -1 0'],
    ['is the media box for a crop box elsewhere', '/CropBox[300 0 400 50]', [200, 100], '0.005 0 0 0.01 0 0'],
    ['may name its corners in any order', '/MediaBox[200 100 0 0]', [200, 100], '0.005 0 0 0.01 0 0'],
    ['is turned', '/Rotate 90', [100, 200], '0 -0.005 0.01 0 0 1'],
    ['is turned around', '/Rotate 180', [200, 100], '-0.005 0 0 -0.01 1 1'],
    ['is turned back', '/Rotate -90', [100, 200], '0 0.005 -0.01 0 1 0'],
    ['is turned more than once', '/Rotate 450', [100, 200], '0 -0.005 0.01 0 0 1'],
    ['has units of its own', '/UserUnit 1.5', [300, 150], '0.005 0 0 0.01 0 0'],
  ];
  test.each(cases)('%s', async (_, entries, [width, height], matrix) => {
    const pdf = await draw(onePage(entries), { ...page, pages: [{ ...page.pages[0], size: [400, 400] }] });
    expect(placeOf(pdf)).toEqual([`q ${width} 0 0 ${height} 0 ${400 - height} cm /I1 Do Q`]);
    expect(formOf(pdf).body).toContain(`/Matrix[${matrix}]`);
  });

  test('is inherited, as the turn is', async () => {
    const pages = '<</Type/Pages/Count 1/Kids[@Page]/MediaBox[0 0 200 100]/CropBox[0 0 100 50]/Rotate 270>>';
    expect(formOf(await draw(onePage('', { Pages: pages }))).body).toContain('/BBox[0 0 100 50]/Matrix[0 0.01 -0.02 0 1 0]');
  });
});

test('the streams of a page are one, and no token runs over their ends', async () => {
  const pdf = await draw(onePage('/Contents[@A @B]', { A: ['', '1 0 0 rg 0 0 1'], B: ['', '0 5 re f'] }));
  expect(contentOf(pdf)).toBe('1 0 0 rg 0 0 1\n0 5 re f');
});

test('marks of the structure stay behind, layers and texts for the content do not', async () => {
  const data =
    '/Artifact BMC q EMC /P <</MCID 0>> BDC Q EMC /Span <</ActualText (x)>> BDC q EMC /Span /L BDC Q EMC /OC /O BDC q EMC EMC Q';
  const resources = '/StructParents 0/Resources<</Properties<</L<</MCID 4>>/O<</Type/OCG/Name(a)>>>>>>';
  const pdf = await draw(onePage(resources, { Content: ['', data] }));
  expect(contentOf(pdf).replace(/ +/g, ' ').trim()).toBe('q Q /Span <</ActualText (x)>> BDC q EMC Q /OC /O BDC q EMC Q');
  expect(formOf(pdf).body).not.toContain('StructParents');
});

test('marks stay behind in forms too, and forms without resources get those of the page', async () => {
  const form = [
    '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 3/Filter/FlateDecode',
    deflateSync('/P <</MCID 0>> BDC 0 g EMC'),
  ] as const;
  const plain = ['/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '1 g'] as const;
  const pdf = await draw(onePage('/Resources<</XObject<</F @F/G @G>>>>', { F: form, G: plain }));
  const forms = [...readObjects(pdf).values()].filter(({ body }) => body.includes('/BBox [0 0 9 9]'));
  expect(forms.map(({ stream }) => stream!.toString('latin1').trim()).toSorted()).toEqual(['0 g', '1 g']);
  for (const { body } of forms) expect(body).toMatch(/^(?!.*StructParents).*\/Resources/s);
});

test('a Q without a q, which pages may have, does not undo the place of the page', async () => {
  const Content = ['', 'Q q 1 g Q\nQ[(Q )]TJ 0 0 9 9 re f q q'] as const;
  expect(contentOf(await draw(onePage('', { Content })))).toBe('q 1 g Q\n[(Q )]TJ 0 0 9 9 re f q q');
});

describe('a page is written once', () => {
  test('on 1,000 sheets', async () => {
    const layout = { each: 'rows', size: [200, 100], margin: 0, background: [{ pdf: 'a.pdf' }], body: [] };
    const pdf = await renderPdf(
      { ...sheet, pages: [layout] },
      {
        images: { 'a.pdf': writePdf(onePage()) },
        data: { rows: Array.from({ length: 1000 }, (_one, i) => i) },
      },
    );
    expect(syntaxOf(pdf).match(/\/Subtype\/Form/g)).toHaveLength(1);
  });

  test('and what several pages use is copied once', async () => {
    const objects = onePage('/Resources @R', {
      Pages: '<</Type/Pages/Count 2/Kids[@Page @Second]/MediaBox[0 0 200 100]>>',
      Second: '<</Type/Page/Parent @Pages/Contents @Content/Resources @R/CropBox[0 0 100 100]>>',
      R: '<</ExtGState<</G @G>>>>',
      G: '<</Type/ExtGState/LW 7>>',
    });
    const pdf = await draw(objects, background({ pdf: 'a.pdf' }, { pdf: 'a.pdf', page: 2 }));
    expect(syntaxOf(pdf).match(/\/Subtype\/Form/g)).toHaveLength(2);
    expect(syntaxOf(pdf).match(/\/LW 7/g)).toHaveLength(1);
    expect(await draw(objects, background({ pdf: 'a.pdf' }, { pdf: 'a.pdf', page: 2 }))).toEqual(pdf);
  });
});

test('objects that refer to each other are copied, however deep', async () => {
  const chain = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`C${i}`, `<</Next @C${i + 1}>>`]));
  const objects = onePage('/Resources<</Properties<</A @A/C @C0>>>>', { ...chain, C1500: '<</Back @C0>>', A: '<</Me @A>>' });
  expect((await inspectPdf(await draw(objects))).pages).toHaveLength(1);
});

describe('pages of a file', () => {
  const objects = onePage('', {
    Pages: '<</Type/Pages/Count 2/Kids[@Page @Second]/MediaBox[0 0 200 100]>>',
    Second: '<</Type/Page/Parent @Pages/Contents @Content/MediaBox[0 0 144 288]>>',
  });
  const layout = {
    each: "'a.pdf' | pdf_pages",
    as: 'p',
    size: '{{ p.size }}',
    margin: 0,
    background: [{ pdf: '{{ p }}' }],
    body: [],
  };

  test('are sheets of their sizes', async () => {
    const pdf = await draw(objects, { ...sheet, unit: 'mm', pages: [layout] });
    expect((await inspectPdf(pdf)).pages.map(({ width, height }) => [width, height])).toEqual([
      [200, 100],
      [144, 288],
    ]);
    expect(placeOf(pdf)).toEqual(['q 200 0 0 100 0 0 cm /I1 Do Q', 'q 144 0 0 288 0 0 cm /I2 Do Q']);
  });

  test('have members that are proved', async () => {
    const text = (body: string) => ({ ...sheet, pages: [{ ...layout, background: [], body: [body] }] });
    const good = text('{{ p.number }} of {{ p.pdf }}: {{ p.width }} × {{ p.height }}');
    expect(await diagnoseWith(good, { 'a.pdf': writePdf(objects) })).toEqual([]);
    expect(await diagnoseWith(text('{{ p.pages }}'), { 'a.pdf': writePdf(objects) })).toEqual([
      expect.stringContaining('error unknown-path /pages/0/body/0 '),
    ]);
  });

  test('may be those of data', async () => {
    const uri = `data:application/pdf;base64,${writePdf(objects).toString('base64')}`;
    const second = { size: [200, 100], margin: 0, background: [{ pdf: '{{ terms }}', page: '{{ n }}' }], body: [] };
    const template = { ...sheet, pages: [{ ...layout, each: 'terms | pdf_pages' }, second] };
    const pdf = await renderPdf(template, { data: { terms: uri, n: 2 } });
    expect(placeOf(pdf)).toHaveLength(3);
    expect(syntaxOf(pdf).match(/\/Subtype\/Form/g)).toHaveLength(2);
  });
});

describe('annotations', () => {
  const look = (entries = '') => [`/Type/XObject/Subtype/Form/BBox[0 0 10 10]${entries}`, '0 g'] as const;
  const widget = (entries: string) => `<</Type/Annot/Subtype/Widget/FT/Tx/V(x)/Rect[100 50 120 60]${entries}>>`;

  test('that print are painted as they look, the others are told', async () => {
    const objects = onePage('/Annots[@A @B @C @D @E]', {
      A: widget('/F 4/AP<</N @Look>>'),
      B: widget('/F 4'),
      C: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example)>>>>',
      D: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(c)>>',
      E: widget('/F 6/AP<</N @Look>>'),
      Look: look('/Matrix[0 1 -1 0 0 0]'),
    });
    const pdf = await draw(objects);
    const outer = [...readObjects(pdf).values()].find(({ stream }) => stream?.toString().startsWith('/P Do'))!;
    expect(outer.stream!.toString()).toBe('/P Do\nq 2 0 0 1 120 50 cm /A0 Do Q');
    expect(outer.body).toContain('/Matrix[0.005 0 0 0.01 0 0]');
    expect(await warningsOf(page, { images: { 'a.pdf': writePdf(objects) } })).toEqual([
      'pdf-annotations Page 1 of "a.pdf": 1 link cannot be followed; 1 form field cannot be filled in; 1 form field with a value that cannot be printed is left out; 1 annotation that cannot be printed is left out.',
    ]);
  });

  test('of text notes are painted, and their texts are told', async () => {
    const A = '<</Type/Annot/Subtype/Text/F 28/Rect[0 0 9 9]/Contents(c)/AP<</N @Look>>>>';
    const objects = onePage('/Annots[@A @B]', { A, B: A, Look: look() });
    expect(await warningsOf(page, { images: { 'a.pdf': writePdf(objects) } })).toEqual([
      'pdf-annotations Page 1 of "a.pdf": 2 text notes cannot be opened.',
    ]);
  });

  test('are painted, though their appearance does not say that it is a form', async () => {
    const A = '<</Type/Annot/Subtype/Square/F 4/Rect[0 0 9 9]/AP<</N @Look>>>>';
    const pdf = await draw(onePage('/Annots[@A]', { A, Look: ['/BBox[0 0 10 10]', '1 g'] }));
    expect([...readObjects(pdf).values()].find(({ stream }) => stream?.toString() === '1 g')?.body).toContain('/Subtype /Form');
  });

  test('that viewers draw anew are told where their value is not seen', async () => {
    const objects = (fields: string) =>
      onePage('/Annots[@A @B]', {
        Catalog: `<</Type/Catalog/Pages @Pages/AcroForm<<${fields}>>>>`,
        A: widget('/F 4/AP<</N @Look>>'),
        B: widget('/F 4/AP<</N @Text>>'),
        Look: look(),
        Text: ['/Type/XObject/Subtype/Form/BBox[0 0 10 10]', 'BT (x) Tj ET'],
      });
    const warnings = async (fields: string) => warningsOf(page, { images: { 'a.pdf': writePdf(objects(fields)) } });
    expect(await warnings('')).toEqual(['pdf-annotations Page 1 of "a.pdf": 2 form fields cannot be filled in.']);
    expect(await warnings('/NeedAppearances true')).toEqual([
      'pdf-annotations Page 1 of "a.pdf": 1 form field cannot be filled in; 1 form field with a value that cannot be printed is left out.',
    ]);
  });

  test('that share a large appearance are read once', async () => {
    const objects = onePage(`/Annots[${'@A '.repeat(1000)}]`, {
      Catalog: '<</Type/Catalog/Pages @Pages/AcroForm<</NeedAppearances true>>>>',
      A: widget('/F 4/AP<</N @Look>>'),
      Look: [`${look()[0]}/Filter/FlateDecode`, deflateSync('0 g '.repeat(500_000))],
    });
    expect(await warningsOf(page, { images: { 'a.pdf': writePdf(objects) } })).toEqual([
      expect.stringContaining('1,000 form fields with a value that cannot be printed are left out'),
    ]);
  });

  test('that show nothing are not told', async () => {
    const button = (entries: string) => `<</Type/Annot/Subtype/Widget/FT/Btn/F 4${entries}>>`;
    const objects = onePage('/Annots[@A @B @C @D]', {
      A: button('/V/Off/AS/Off/Rect[0 0 10 10]/AP<</N<</On @Look>>>>'),
      B: button('/Rect[0 0 10 10]'),
      C: '<</Type/Annot/Subtype/Widget/FT/Sig/V<<>>/Rect[0 0 0 0]>>',
      D: '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]>>',
      Look: look(),
    });
    expect(await warningsOf(page, { images: { 'a.pdf': writePdf(objects) } })).toEqual([]);
  });

  test('in great number are refused', async () => {
    const objects = onePage(`/Annots[${'@A '.repeat(10_001)}]`, { A: '<<>>' });
    expect(await diagnoseWith(page, { 'a.pdf': writePdf(objects) })).toEqual([
      'error missing-pdf /pages/0/background/0/pdf a.pdf has more than 10,000 annotations on page 1.',
    ]);
  });

  test('have the state that they are in', async () => {
    const box = '<</Type/Annot/Subtype/Widget/FT/Btn/F 4/AS/On/Rect[0 0 10 10]/AP<</N<</On @On/Off @Off>>>>>>';
    const pdf = await draw(onePage('/Annots[@A]', { A: box, On: look('/On true'), Off: look('/Off true') }));
    expect(syntaxOf(pdf)).toContain('/On true');
    expect(syntaxOf(pdf)).not.toContain('/Off true');
  });
});

test('layers that are hidden stay hidden', async () => {
  const objects = onePage('/Resources<</Properties<</A @A/B @B>>>>', {
    Catalog:
      '<</Type/Catalog/Pages @Pages/OCProperties<</OCGs[@A @B @C]/D<</OFF[@B @C]/AS[<</Event/Print/OCGs[@A]/Category[/Print]>>]>>>>>>',
    A: '<</Type/OCG/Name(a)>>',
    B: '<</Type/OCG/Name(b)>>',
    C: '<</Type/OCG/Name(c)>>',
    Content: ['', '/OC /A BDC 0 g EMC /OC /B BDC 1 g EMC'],
  });
  const pdf = await draw(objects);
  const idOf = (name: string) => [...readObjects(pdf)].find(([, { body }]) => body.includes(`/Name <${name}>`))?.[0];
  const [a, b, c] = ['61', '62', '63'].map(idOf);
  expect(c).toBeUndefined();
  const listed = /\/OCProperties (<<.*?>>>>)/.exec(findObject(pdf, '/Type/Catalog').body)?.[1];
  expect(listed).toContain(`/OFF[${b} 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[${a} 0 R]>>]`);
});

test('the group of a page is kept, isolated', async () => {
  const pdf = await draw(onePage('/Group<</S/Transparency/CS/DeviceRGB/I false/K true>>'));
  expect(formOf(pdf).body).toMatch(/\/Group<<\/S \/Transparency\/CS \/DeviceRGB\/K true\/I true>>/);
});

test('a page is decoration, or a figure with its alt', async () => {
  const tagged = background({ pdf: 'a.pdf', alt: 'Terms of Gratwerk' });
  const objects = onePage('/StructParents 0', { Content: ['', '/P <</MCID 0>> BDC 0 g EMC'] });
  const facts = async (template: Record<string, unknown>) =>
    inspectPdf(await renderPdf(template, { images: { 'a.pdf': writePdf(objects) }, standard: 'PDF/UA-1' }), { check: true });
  const [plain, figure] = [await facts(page), await facts(tagged)];
  expect([plain.check!.findings, figure.check!.findings]).toEqual([[], []]);
  expect(JSON.stringify(plain.tags)).not.toContain('Figure');
  expect(JSON.stringify(figure.tags)).toContain('Terms of Gratwerk');
});

test('strings are encrypted with the document', async () => {
  const objects = onePage('/Resources<</Properties<</A @A>>>>', { A: '<</Note(a \\(b\\) \\101(c))>>' });
  const pdf = await renderPdf(page, { images: { 'a.pdf': writePdf(objects) }, password: 'secret' });
  const { PDFDocument, PDFDict, PDFName, PDFString, PDFHexString } = await import('@cantoo/pdf-lib');
  const opened = await PDFDocument.load(pdf, { password: 'secret' });
  const notes = opened.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFDict ? (one.lookup(PDFName.of('Note')) ?? []) : []));
  expect(notes.map((note) => (note instanceof PDFString || note instanceof PDFHexString ? note.decodeText() : ''))).toEqual([
    'a (b) A(c)',
  ]);
});

describe('standards', () => {
  const standards = async (objects: Objects, standard: string) =>
    explainBreaches(page, { images: { 'a.pdf': writePdf(objects) }, standard });
  const text = onePage('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>', {
    Content: ['', 'BT /F 12 Tf (A) Tj ET'],
  });
  const faded = onePage('/Resources<</ExtGState<</G<</ca .5>>>>>>', { Content: ['', '/G gs 0 g 0 0 9 9 re f'] });
  const ink = onePage('', { Content: ['', '0 0 0 1 k 0 0 9 9 re f'] });
  const lzw = onePage('/Resources<</XObject<</F @F>>>>', {
    F: [
      '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Filter/LZWDecode',
      Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]),
    ],
  });
  const script = onePage('/Resources<</XObject<</F<<>>/J @J>>>>', {
    J: ['/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/JPXDecode', 'x'],
  });
  const cases: readonly [string, Objects, string, string][] = [
    [
      'a font that is not embedded',
      text,
      'PDF/A-2b',
      'foreign-font: PDF/A-2b: page 1 of "a.pdf": The font Helvetica is not embedded.',
    ],
    ['a font under PDF/UA', text, 'PDF/UA-1', 'foreign-font: PDF/UA-1: page 1 of "a.pdf": The font Helvetica is not embedded.'],
    ['transparency', faded, 'PDF/A-1b', 'foreign-content: PDF/A-1b: page 1 of "a.pdf": A graphics state has an opacity below 1.'],
    [
      'colours of printers',
      ink,
      'PDF/A-3b',
      'foreign-content: PDF/A-3b: page 1 of "a.pdf": DeviceCMYK paints, and the output intent is RGB.',
    ],
    ['data packed by LZW', lzw, 'PDF/A-2b', 'foreign-content: PDF/A-2b: page 1 of "a.pdf": A stream uses the filter LZWDecode.'],
    [
      'JPEG 2000',
      script,
      'PDF/A-2b',
      'foreign-content: PDF/A-2b: page 1 of "a.pdf": A picture is JPEG 2000, which pdfgen does not check.',
    ],
  ];
  test.each(cases)('%s is refused', async (_, objects, standard, breach) => {
    expect(await standards(objects, standard)).toEqual([breach]);
  });

  test.each(['PDF/A-1b', 'PDF/A-2a', 'PDF/A-3u', 'PDF/A-4', 'PDF/UA-1', 'PDF/UA-2'])(
    'a page that keeps %s passes, and so does the file',
    async (standard) => {
      const pdf = await renderPdf(page, { images: { 'a.pdf': writePdf(onePage()) }, standard });
      expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
    },
  );

  test('a page that cannot be checked is refused, and a form that unpacks to too much in any document', async () => {
    const bomb = deflateSync(Buffer.alloc(65_000_000));
    const font = onePage('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/A/ToUnicode @T>>>>>>', {
      T: ['/Filter/FlateDecode', bomb],
      Content: ['', 'BT /F 12 Tf (A) Tj ET'],
    });
    expect(await standards(font, 'PDF/A-2b')).toEqual([
      'foreign-content: PDF/A-2b: page 1 of "a.pdf": The page cannot be checked: it unpacks to more than 64 MB in one stream.',
    ]);
    const form = onePage('/Resources<</XObject<</F @F>>>>', {
      F: ['/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Filter/FlateDecode', bomb],
    });
    await expect(draw(form)).rejects.toMatchObject({ code: 'ASSET_INVALID' });
  });

  test('transparency is allowed under PDF/A-2', async () => {
    expect(await standards(faded, 'PDF/A-2b')).toEqual([]);
  });
});
