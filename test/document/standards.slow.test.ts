import { describe, expect, test } from 'vitest';
import { type StandardRule, standardNames } from '../../src/contract/standards.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { onePage, writePdf } from '../support/foreign-pdf.ts';
import { findObject, readObjects, syntaxOf } from '../support/read-pdf.ts';
import { listBreaches, renderPdf } from '../support/render-document.ts';
import { makePlainJpeg, makePng } from './image/make-image.ts';
import { segment } from './image/make-jpeg.ts';

const document = { title: 'A & B <Ltd>', author: 'Ann', subject: 'About', keywords: ['one', 'two'], creator: 'Shop', lang: 'en' };
const page = (...body: unknown[]) => ({ unit: 'pt', document, pages: [{ size: [200, 100], margin: 10, body }] });
/** PDF/A-4f needs an attachment. */
const attachingFor = (standard: string) => (standard === 'PDF/A-4f' ? attaching('data.json', '{}') : page('Text'));
const date = '2026-01-31T10:20:30+01:00';

const xmpOf = (file: Buffer) => findObject(file, '/Type/Metadata').stream!.toString('utf8');
const pixels = { width: 4, height: 4, sample: () => 128 } as const;
const images = {
  'ink.pdf': writePdf(onePage('', { Content: ['', '0 0 0 1 k 0 0 9 9 re f'] })),
  'helvetica.pdf': writePdf(
    onePage('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>', {
      Content: ['', 'BT /F 12 Tf (A) Tj ET'],
    }),
  ),
  'alpha.png': makePng({ ...pixels, bits: 8, colorType: 6 }),
  'deep.png': makePng({ ...pixels, bits: 16, colorType: 2 }),
  'plain.png': makePng({ ...pixels, bits: 8, colorType: 2 }),
  'ink.jpg': makePlainJpeg({ width: 8, height: 8, components: 4 }),
  'ink-2.jpg': withProfile(2),
  'ink-4.jpg': withProfile(4),
};

/** A CMYK image with a colour profile of one tag, in two pieces. */
function withProfile(version: number): Buffer {
  const profile = Buffer.alloc(148);
  profile.writeUInt32BE(148, 0);
  profile[8] = version;
  profile.write('prtrCMYKLab ', 12, 'latin1');
  profile.write('acsp', 36, 'latin1');
  profile.writeUInt32BE(1, 128);
  profile.write('cprt', 132, 'latin1');
  profile.writeUInt32BE(144, 136);
  profile.writeUInt32BE(4, 140);
  const piece = (number: number, part: Buffer) => segment(0xe2, [...Buffer.from('ICC_PROFILE\0', 'latin1'), number, 2, ...part]);
  const jpeg = makePlainJpeg({ width: 8, height: 8, components: 4 });
  const pieces = [piece(2, profile.subarray(100)), piece(1, profile.subarray(0, 100))];
  return Buffer.concat([jpeg.subarray(0, 2), ...pieces, jpeg.subarray(2)]);
}

describe('the file says its standard', () => {
  const claims: Readonly<Record<string, readonly string[]>> = {
    'PDF/A-1a': ['<pdfaid:part>1<', '<pdfaid:conformance>A<'],
    'PDF/A-2u': ['<pdfaid:part>2<', '<pdfaid:conformance>U<'],
    'PDF/A-3b': ['<pdfaid:part>3<', '<pdfaid:conformance>B<'],
    'PDF/A-4': ['<pdfaid:part>4<', '<pdfaid:rev>2020<'],
    'PDF/A-4f': ['<pdfaid:part>4<', '<pdfaid:rev>2020<', '<pdfaid:conformance>F<'],
    'PDF/UA-1': ['<pdfuaid:part>1<'],
    'PDF/UA-2': ['<pdfuaid:part>2<', '<pdfuaid:rev>2024<'],
  };
  test.each(Object.entries(claims))('%s', async (standard, properties) => {
    const xmp = xmpOf(await renderPdf(attachingFor(standard), { standard }));
    expect(xmp.match(/<pdf(?:a|ua)id:\w+>\w+</g)).toEqual(properties);
  });

  test('a document without a standard claims none', async () => {
    expect(xmpOf(await renderPdf(page('Text')))).not.toMatch(/pdfa|pdfua/);
  });

  test('beside PDF/A-1 to 3 the properties of PDF/UA are described, beside PDF/A-4 they are not', async () => {
    const described = xmpOf(await renderPdf(page('Text'), { standard: ['PDF/A-2a', 'PDF/UA-1'] }));
    expect(described).toContain('<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>');
    expect(described).toContain('<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer<');
    for (const standard of ['PDF/UA-1', 'PDF/A-2b', ['PDF/A-4', 'PDF/UA-2']])
      expect(xmpOf(await renderPdf(page('Text'), { standard }))).not.toContain('pdfaExtension');
  });
});

test('the option goes before the standard of the template', async () => {
  const template = { ...page('Text'), document: { ...document, standard: 'pdf/a-2b' } };
  expect(xmpOf(await renderPdf(template))).toContain('<pdfaid:part>2<');
  expect(xmpOf(await renderPdf(template, { standard: 'PDF/A-3b' }))).toContain('<pdfaid:part>3<');
});

test('PDF/A-1 is PDF 1.4 with a table of objects, parts 2 and 3 are PDF 1.7, and PDF/A-4 and PDF/UA-2 are PDF 2.0', async () => {
  const versionOf = async (standard: string) => (await renderPdf(page('Text'), { standard })).toString('latin1', 0, 8);
  expect(await versionOf('PDF/A-1b')).toBe('%PDF-1.4');
  expect(await versionOf('PDF/A-2b')).toBe('%PDF-1.7');
  expect(await versionOf('PDF/UA-1')).toBe('%PDF-1.7');
  expect(await versionOf('PDF/A-4')).toBe('%PDF-2.0');
  expect(await versionOf('PDF/UA-2')).toBe('%PDF-2.0');
  expect((await renderPdf(page('Text'), { standard: 'PDF/A-1b' })).toString('latin1')).not.toMatch(/\/ObjStm|\/XRef/);
});

test('XMP and the information dictionary say the same, escaped', async () => {
  const file = await renderPdf(page('Text'), { standard: 'PDF/A-1b', date });
  const xmp = xmpOf(file);
  expect(xmp).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B &lt;Ltd&gt;</rdf:li>');
  expect(xmp).toContain('<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq>');
  expect(xmp).toContain('<pdf:Keywords>one, two</pdf:Keywords>');
  expect(xmp).toContain('<xmp:CreateDate>2026-01-31T09:20:30Z</xmp:CreateDate>');
  const info = syntaxOf(file);
  for (const part of ['(A & B <Ltd>)', '(Ann)', '(one, two)', '(D:20260131092030Z)']) expect(info).toContain(part);
});

test('characters that XML cannot write are replaced in XMP and in the dictionary alike', async () => {
  const odd = { ...page('Text'), document: { ...document, title: 'a\ufffeb', keywords: ['x\u0001y\nz'] } };
  const file = await renderPdf(odd, { standard: 'PDF/A-1b' });
  expect(xmpOf(file)).toContain('<pdf:Keywords>x\ufffdy z</pdf:Keywords>');
  expect(xmpOf(file)).toContain('>a\ufffdb<');
  expect(syntaxOf(file)).toContain('<feff0061fffd0062>');
});

test('a document without title, date and other metadata has XMP and no date', async () => {
  const xmp = xmpOf(await renderPdf({ pages: [{ body: 'Text' }] }, { standard: 'PDF/A-2b' }));
  expect(xmp).not.toMatch(/dc:title|Date/);
});

test('PDF 2.0 has no information dictionary', async () => {
  for (const standard of ['PDF/A-4', 'PDF/UA-2'])
    expect(syntaxOf(await renderPdf(page('Text'), { standard, date }))).not.toMatch(/\/Info \d|\/Producer/);
});

test('under PDF/A the colours have an output intent, under PDF/UA alone they need none', async () => {
  for (const standard of standardNames) {
    const file = await renderPdf(attachingFor(standard), { standard });
    const intent = /\/OutputIntents ?\[<<\/Type\/OutputIntent\/S\/GTS_PDFA1.*?\/DestOutputProfile (\d+) 0 R>>\]/.exec(
      syntaxOf(file),
    );
    if (standard.startsWith('PDF/UA')) expect(intent).toBeNull();
    else expect(readObjects(file).get(Number(intent![1]))!.stream!.toString('latin1', 36, 40)).toBe('acsp');
  }
});

test('PDF/A-1 lists every glyph of a font program, parts of composed letters included; other standards list none', async () => {
  const file = await renderPdf(page('Äffin é'), { standard: 'PDF/A-1b' });
  const objects = readObjects(file);
  const refer = (body: string, name: string) => objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)![1]))!;
  const descriptor = findObject(file, '/Type/FontDescriptor').body;
  const bits = refer(descriptor, 'CIDSet').stream!;
  const cids = [...bits].flatMap((byte, i) =>
    [...Array(8).keys()].filter((bit) => byte & (128 >> bit)).map((bit) => i * 8 + bit),
  );
  const map = refer(findObject(file, '/CIDFontType2').body, 'CIDToGIDMap').stream!;
  // ISO 14289-1, 7.21.4.2 asks for all CIDs that have a glyph; those between the glyphs in use lead to .notdef.
  expect(cids).toEqual([...Array(map.length / 2).keys()]);
  const glyphs = new Set(cids.map((cid) => map.readUInt16BE(cid * 2)));
  // maxp: the number of glyphs stands in a table of six bytes or more.
  const program = refer(descriptor, 'FontFile2').stream!;
  const maxp = [...Array(program.readUInt16BE(4)).keys()]
    .map((i) => 12 + i * 16)
    .find((at) => program.toString('latin1', at, at + 4) === 'maxp')!;
  const count = program.readUInt16BE(program.readUInt32BE(maxp + 8) + 4);
  expect([...glyphs].sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
  expect(syntaxOf(await renderPdf(page('Äffin é'), { standard: 'PDF/A-2b' }))).not.toContain('CIDSet');
});

test('a CMYK image keeps its own colour profile under PDF/A', async () => {
  const file = await renderPdf(page({ image: 'ink-2.jpg', alt: 'Ink' }), { standard: 'PDF/A-1b', images });
  const [, id] = /\/ColorSpace\[\/ICCBased (\d+) 0 R\]/.exec(syntaxOf(file))!;
  expect(readObjects(file).get(Number(id))!.stream!.toString('latin1', 12, 24)).toBe('prtrCMYKLab ');
  expect(syntaxOf(file)).not.toContain('DeviceCMYK');
});

const attaching = (filename: string, text: string) => ({
  ...page('Text'),
  document: { ...document, attachments: [{ text, filename }] },
});

test('attachments that a standard allows are attached', async () => {
  const archived = attaching('old.pdf', '%PDF-1.4 <pdfaid:part>1</pdfaid:part>');
  for (const standard of ['PDF/A-2b', 'PDF/A-4']) expect(await listBreaches(archived, { standard })).toEqual([]);
  for (const standard of ['PDF/A-3b', 'PDF/A-4f', 'PDF/UA-1'])
    expect(await listBreaches(attaching('data.json', '{}'), { standard })).toEqual([]);
});

test('PDF/UA-2 has the elements of PDF 2.0, and links and the outline lead to elements', async () => {
  const template = page(
    { text: 'Top', role: 'title' },
    { text: 'Go', link: '#end' },
    { text: 'Remark', role: 'note' },
    { text: 'End', role: 'heading1', bookmark: { title: 'End', anchor: 'end' } },
  );
  const file = await renderPdf(template, { standard: 'PDF/UA-2' });
  const objects = readObjects(file);
  const syntax = syntaxOf(file);
  const [, namespace] = /\/Namespaces\[(\d+) 0 R\]/.exec(syntax)!;
  expect(objects.get(Number(namespace))!.body).toBe('<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>');
  expect(
    syntax
      .match(new RegExp(`/S/\\w+/NS ${namespace} 0 R`, 'g'))!
      .map((one) => one.split('/')[2])
      .sort(),
  ).toEqual(expect.arrayContaining(['Document', 'FENote', 'Title']));
  expect(syntax).not.toMatch(/\/RoleMap|\/Dest\b/);
  const targets = [...syntax.matchAll(/\/A<<\/S\/GoTo\/D\[[^\]]*\]\/SD (\d+) 0 R>>/g)].map(
    ([, id]) => objects.get(Number(id))!.body,
  );
  expect(targets.length).toBeGreaterThanOrEqual(2);
  for (const target of targets) {
    const [, element] = /^\[(\d+) 0 R\/XYZ /.exec(target)!;
    expect(objects.get(Number(element))!.body).toMatch(/^<<\/S\/(?:H1|Title)\b/);
  }
});

test('texts of the greatest length are within PDF/A-1 to 3, escaped or not', async () => {
  for (const [text, standard] of [
    ['a'.repeat(32_767), 'PDF/A-2b'],
    ['(\\)'.repeat(10_922), 'PDF/A-3b'],
    ['ä'.repeat(16_382), 'PDF/A-3b'],
    ['a'.repeat(65_535), 'PDF/A-1b'],
    ['a'.repeat(100_000), 'PDF/A-4'],
  ] as const)
    expect(await listBreaches({ ...page('Text'), document: { ...document, author: text } }, { standard })).toEqual([]);
});

test('in PDF/UA-2 an entry of a table of contents refers to its place', async () => {
  const template = page(
    { stack: [{ text: 'To the end', link: '#end' }], role: 'toc' },
    { text: 'End', role: 'heading1', bookmark: { title: 'End', anchor: 'end' } },
  );
  const file = await renderPdf(template, { standard: 'PDF/UA-2' });
  const [, reference] = /\/Ref (\d+) 0 R/.exec(findObject(file, '/S/TOCI').body)!;
  const [, target] = /^\[(\d+) 0 R\]$/.exec(readObjects(file).get(Number(reference))!.body)!;
  expect(readObjects(file).get(Number(target))!.body).toContain('/S/H1');
  expect((await inspectPdf(file, { check: true })).check!.findings).toEqual([]);
  expect(syntaxOf(await renderPdf(template, { standard: 'PDF/UA-1' }))).not.toContain('/Ref ');
});

describe('a document that breaks its standard is not made', () => {
  const image = (src: string) => page({ image: src, id: 'it', alt: 'Something' });
  const untitled = { ...page('Text'), document: { lang: 'en' } };
  const silent = { ...page('Text'), document: { title: 'Title' } };
  /** For each rule a template that breaks it, a standard with the rule, and the component that the error names. */
  const cases: Readonly<
    Record<Exclude<StandardRule, 'encryption' | 'pages'>, readonly (readonly [Record<string, unknown>, string, string])[]>
  > = {
    'alternative-text': [
      [page({ image: 'plain.png', id: 'it' }), 'PDF/UA-1', 'it'],
      [page({ image: 'plain.png', id: 'it', alt: ' \u00a0' }), 'PDF/UA-1', 'it'],
      [page({ field: 'x', kind: 'signature', id: 'it' }), 'PDF/UA-1', 'it'],
      [page({ field: 'x', kind: 'text', id: 'it', alt: '' }), 'PDF/UA-2', 'it'],
    ],
    annotation: [[page({ annotation: 'Check', id: 'it' }), 'PDF/A-1a', 'it']],
    attachment: [
      [attaching('data.json', '{}'), 'PDF/A-1b', '/document/attachments'],
      [attaching('data.json', '{}'), 'PDF/A-2b', '/document/attachments'],
      [attaching('new.pdf', '%PDF-1.7 <pdfaid:part>3</pdfaid:part>'), 'PDF/A-4', '/document/attachments'],
    ],
    'attachment-description': [[attaching('data.json', '{}'), 'PDF/UA-2', '/document/attachments']],
    'attachment-missing': [[page('Text'), 'PDF/A-4f', '/document/attachments']],
    'color-profile': [[image('ink.jpg'), 'PDF/A-2b', 'it']],
    'font-embedded': [
      [page({ text: 'Helvetica', id: 'it', font: 'helvetica' }), 'PDF/UA-2', 'it'],
      [page({ barcode: '1', id: 'it', symbology: 'code128', showText: true, font: 'times', alt: 'One' }), 'PDF/A-1b', 'it'],
    ],
    'foreign-content': [[page({ pdf: 'ink.pdf', id: 'it' }), 'PDF/A-2b', 'it']],
    'foreign-font': [[page({ pdf: 'helvetica.pdf', id: 'it' }), 'PDF/UA-1', 'it']],
    'glyph-missing': [[page({ text: 'Ж\u{12000}', id: 'it' }), 'PDF/A-4', 'it']],
    'heading-level': [
      [page({ text: 'First', id: 'it', role: 'heading2' }), 'PDF/UA-1', 'it'],
      [page({ text: 'One', role: 'heading1' }, { text: 'Three', id: 'it', role: 'heading3' }), 'PDF/UA-1', 'it'],
    ],
    'image-depth': [[image('deep.png'), 'PDF/A-1b', 'it']],
    'image-transparency': [[image('alpha.png'), 'PDF/A-1a', 'it']],
    information: [
      [{ ...page('Text'), document: { ...document, metadata: { info: { Order: '1' } } } }, 'PDF/A-4', '/document/metadata/info'],
    ],
    language: [[silent, 'PDF/UA-1', '/document/lang']],
    'language-form': [
      [{ ...page('Text'), document: { ...document, lang: 'es-419' } }, 'PDF/A-1a', '/document/lang'],
      [page({ text: 'Hola', id: 'it', lang: 'es-419' }), 'PDF/A-1a', '/pages/0/body/0/lang'],
    ],
    'page-size': [[{ ...page(), pages: [{ size: [100, 2], margin: 0, body: [] }] }, 'PDF/A-2b', '/pages']],
    'private-character': [
      [page({ text: '\ue000', id: 'it' }), 'PDF/A-2a', 'it'],
      [page({ barcode: 'x', symbology: 'qr', id: 'it', alt: 'A \ue000' }), 'PDF/UA-2', 'it'],
      [page({ text: 'A', id: 'it', bookmark: '\ue000' }), 'PDF/UA-2', 'it'],
      [{ ...silent, document: { title: '\ue000', lang: 'en' } }, 'PDF/UA-2', '/document/title'],
    ],
    'profile-version': [[image('ink-4.jpg'), 'PDF/A-1b', 'it']],
    tags: [[{ ...page('Text'), document: { ...document, tagged: false } }, 'PDF/A-3a', '/document/tagged']],
    'text-length': [
      [{ ...page('Text'), document: { ...document, author: 'a'.repeat(32_768) } }, 'PDF/A-2b', ''],
      [{ ...page('Text'), document: { ...document, subject: 'ä(\\'.repeat(11_000) } }, 'PDF/A-1b', ''],
      [page({ barcode: '1', symbology: 'code128', alt: 'a'.repeat(32_768) }), 'PDF/A-3a', ''],
    ],
    'toc-target': [
      [page({ stack: ['Nowhere'], id: 'it', role: 'toc' }), 'PDF/UA-2', 'it'],
      [page({ text: 'Nowhere', role: 'toc' }), 'PDF/UA-2', '/pages/0/body/0'],
    ],
    transparency: [[page({ stack: 'Text', id: 'it', opacity: 0.9 }), 'PDF/A-1a', 'it']],
    title: [[untitled, 'PDF/UA-2', '/document/title']],
  };
  const all = Object.entries(cases).flatMap(([rule, list]) => list.map((one) => [rule, ...one] as const));
  test.each(all)('%s', async (rule, template, standard, component) => {
    expect(await listBreaches(template, { standard, images })).toContain(`${rule} ${component}`);
    expect(await listBreaches(template, { images })).toEqual([]);
  });

  test('encryption is a breach under PDF/A beside the others, and none under PDF/UA', async () => {
    const sealed = { ...silent, document: { title: 'Title', encryption: {} } };
    const breaches = await listBreaches(sealed, { standard: ['PDF/A-2a', 'PDF/UA-1'] });
    expect(breaches).toEqual(['encryption /document/encryption', 'language /document/lang']);
    await expect(renderPdf(sealed, { standard: 'PDF/UA-1' })).rejects.toMatchObject({ code: 'ENCRYPTION_INVALID' });
  });

  test('the message about an invalid language names the language that was meant', async () => {
    const template = { ...page('Text'), document: { title: 'Title', lang: '{{ lang }}' } };
    await expect(renderPdf(template, { standard: 'PDF/UA-1', data: { lang: 'hebrew' } })).rejects.toMatchObject({
      errors: [{ message: 'PDF/UA-1: "hebrew" is not a language; did you mean "he"?' }],
    });
  });

  test('a document without a standard may do all of this', async () => {
    for (const [, template] of all) await renderPdf(template, { images });
  });
});
