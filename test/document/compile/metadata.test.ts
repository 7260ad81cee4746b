import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { mergeFiles } from '../../support/merge-files.ts';
import { findObject, syntaxOf } from '../../support/read-pdf.ts';
import { compile } from '../../support/render.ts';
import { type DocumentOptions, renderPdf } from '../../support/render-document.ts';

const uri = 'https://example.com/ns/orders#';
const dataSchema = { type: 'object', properties: { number: { type: 'string' }, note: { type: 'string' } } };
const withMetadata = (metadata: object, more: object = {}) => ({
  document: { title: 'Order', lang: 'en', metadata, ...more },
  dataSchema,
  pages: [{ body: ['x'] }],
});
const withProperties = (properties: object) => withMetadata({ xmp: [{ prefix: 'acme', namespace: uri, properties }] });

const everything = {
  info: { 'Order (old) #1': '{{ number }}', Größe: 'fünf' },
  xmp: [
    {
      prefix: 'acme',
      namespace: uri,
      description: 'Orders <of> Acme & Co',
      properties: {
        order: { text: '{{ number }}', description: 'Number of the order' },
        steps: { seq: ['packed', '{{ note }}', 'sent'] },
        tags: { bag: ['a & b', '<c>'] },
        label: { languages: { de: 'Auftrag', en: 'Order' } },
        plain: 'x',
      },
    },
    { prefix: 'dc', properties: { rights: { languages: { 'x-default': '© Acme' } }, publisher: { bag: ['Acme'] } } },
    {
      prefix: 'xmpRights',
      namespace: 'http://ns.adobe.com/xap/1.0/rights/',
      properties: { WebStatement: 'https://example.com/' },
    },
  ],
};

const values = [
  { name: 'acme:order', namespace: uri, value: 'A-1' },
  { name: 'acme:steps', namespace: uri, value: ['packed', 'sent'] },
  { name: 'acme:tags', namespace: uri, value: ['a & b', '<c>'] },
  { name: 'acme:label', namespace: uri, value: { 'x-default': 'Auftrag', de: 'Auftrag', en: 'Order' } },
  { name: 'acme:plain', namespace: uri, value: 'x' },
  { name: 'dc:rights', namespace: 'http://purl.org/dc/elements/1.1/', value: { 'x-default': '© Acme' } },
  { name: 'dc:publisher', namespace: 'http://purl.org/dc/elements/1.1/', value: ['Acme'] },
  { name: 'xmpRights:WebStatement', namespace: 'http://ns.adobe.com/xap/1.0/rights/', value: 'https://example.com/' },
];

const xmpOf = (file: Buffer) => findObject(file, '/Type/Metadata').stream!.toString('utf8');
const metadataOf = async (template: Record<string, unknown>, options: DocumentOptions) =>
  (await inspectPdf(await renderPdf(template, options))).metadata;

test('entries and properties of a template stand in the document, filled from the data', async () => {
  expect(await metadataOf(withMetadata(everything), { data: { number: 'A-1' } })).toEqual({
    info: { 'Order (old) #1': 'A-1', Größe: 'fünf' },
    xmp: values,
  });
});

test('an encrypted document holds its metadata sealed', async () => {
  const file = await renderPdf(withMetadata(everything), { password: 'secret', data: { number: 'A-1' } });
  expect((await inspectPdf(file, { password: 'secret' })).metadata).toEqual({
    info: { 'Order (old) #1': 'A-1', Größe: 'fünf' },
    xmp: values,
  });
  expect(file.toString('latin1')).not.toMatch(/xpacket|example\.com/);
});

test('without a value for the data, an entry, a property and a namespace are left out', async () => {
  const metadata = {
    info: { Order: '{{ number }}' },
    xmp: [{ prefix: 'acme', namespace: uri, properties: { a: ' {{ number }} ' } }],
  };
  const file = await renderPdf(withMetadata(metadata), { data: {} });
  expect((await inspectPdf(file)).metadata).toEqual({ info: {}, xmp: [] });
  expect(xmpOf(file)).not.toContain(uri);
});

test('the language x-default stands first, else the first one is the default', async () => {
  const languagesOf = async (languages: object) => (await metadataOf(withProperties({ a: { languages } }), {})).xmp[0]!.value;
  expect(await languagesOf({ de: 'D', 'x-default': 'X', en: 'E' })).toEqual({ 'x-default': 'X', de: 'D', en: 'E' });
  expect(await languagesOf({ de: 'D', en: 'E' })).toEqual({ 'x-default': 'D', de: 'D', en: 'E' });
  const file = await renderPdf(withProperties({ a: { languages: { de: 'only D', 'x-default': 'only X' } } }), {});
  expect([xmpOf(file).split('only D').length, xmpOf(file).split('only X').length]).toEqual([2, 2]);
});

test('line breaks inside of a value stay', async () => {
  const { xmp } = await metadataOf(withProperties({ a: '{{ note }}' }), { data: { note: 'one\r\ntwo\tthree\n' } });
  expect(xmp[0]!.value).toBe('one\r\ntwo\tthree');
});

test.each(['PDF/A-1b', 'PDF/A-1a', 'PDF/A-2b', 'PDF/A-3b', 'PDF/A-4', 'PDF/UA-1', 'PDF/UA-2'])(
  '%s holds custom metadata, and no rule is broken',
  async (standard) => {
    // PDF 2.0 has metadata in XMP only.
    const is20 = standard === 'PDF/A-4' || standard === 'PDF/UA-2';
    const template = withMetadata(is20 ? { xmp: everything.xmp } : everything);
    const file = await renderPdf(template, { standard, data: { number: 'A-1' } });
    const { check, metadata } = await inspectPdf(file, { check: true });
    expect(check!.findings).toEqual([]);
    expect(metadata.xmp).toEqual(values);
    expect(Object.keys(metadata.info)).toHaveLength(is20 ? 0 : 2);
    const isDescribed = /A-[123]/.test(standard) && !standard.includes('UA');
    expect(xmpOf(file).includes('<pdfaSchema:schema>Orders &lt;of&gt; Acme &amp; Co</pdfaSchema:schema>')).toBe(isDescribed);
  },
);

test('custom metadata stands beside that of an electronic invoice', async () => {
  const more = { description: 'Invoice', mimeType: 'text/xml', relationship: 'Alternative', bytes: Buffer.from('<a/>') } as const;
  const invoice = { attachment: { filename: 'factur-x.xml', ...more }, profile: 'EN 16931', version: '1.0' };
  const template = withMetadata(everything);
  const file = await renderPdf(template, { standard: ['PDF/A-3a', 'PDF/UA-1'], data: { number: 'A-1' }, invoice });
  const { check, metadata, standards } = await inspectPdf(file, { check: true });
  // The XML of this test is no invoice, which is found and nothing else.
  expect(check!.findings.map(({ rule }) => rule)).toEqual(['Factur-X XML']);
  expect(standards).toEqual(['PDF/A-3a', 'PDF/UA-1', 'Factur-X EN 16931']);
  expect(metadata.xmp).toEqual(values);
});

test('extension schemas describe each property with its type, but not the namespaces that PDF/A knows', async () => {
  const xmp = xmpOf(await renderPdf(withMetadata(everything), { standard: 'PDF/A-3b', data: { number: 'A-1' } }));
  const described = [
    ...xmp.matchAll(/<pdfaProperty:name>(\w+)<.*?valueType>([\w ]+)<.*?category>(\w+)<.*?description>([\w ]+)</g),
  ].map((match) => match.slice(1).join(' | '));
  expect(described).toEqual([
    'order | Text | external | Number of the order',
    'steps | seq Text | external | steps',
    'tags | bag Text | external | tags',
    'label | Lang Alt | external | label',
    'plain | Text | external | plain',
  ]);
  expect(xmp.match(/<pdfaSchema:namespaceURI>[^<]*/g)).toEqual([`<pdfaSchema:namespaceURI>${uri}`]);
});

test('a namespace with & is escaped', async () => {
  const namespace = 'https://example.com/?a=1&b=2#';
  const template = withMetadata({ xmp: [{ prefix: 'acme', namespace, properties: { a: 'x' } }] });
  const { metadata, check } = await inspectPdf(await renderPdf(template, { standard: 'PDF/A-2b' }), { check: true });
  expect(metadata.xmp).toEqual([{ name: 'acme:a', namespace, value: 'x' }]);
  expect(check!.findings).toEqual([]);
});

test('a merged PDF has no custom metadata of its documents', async () => {
  const file = await renderPdf(withMetadata(everything), { data: { number: 'A-1' } });
  const merged = await mergeFiles([file, file], 'All');
  expect(await inspectPdf(merged)).toMatchObject({ title: 'All', metadata: { info: {}, xmp: [] } });
  expect(syntaxOf(merged)).not.toContain('(A-1)');
});

describe('the template is told', () => {
  const schema = (more: object) => ({ xmp: [{ prefix: 'acme', namespace: uri, properties: { a: 'x' }, ...more }] });
  const property = (value: unknown, name = 'a') => schema({ properties: { [name]: value } });
  const dc = (properties: object) => ({ xmp: [{ prefix: 'dc', properties }] });
  test.each<[object, string]>([
    [
      { info: { Title: 'x' } },
      'metadata-name /info/Title "Title" is an entry with a meaning of its own. Write "title" in "document"',
    ],
    [{ info: { keywords: 'x' } }, 'Write "keywords" in "document"'],
    [{ info: { ModDate: 'x' } }, 'leave it out'],
    [{ info: { '': 'x' } }, 'metadata-name /info/ the name of an entry begins with a letter or a digit'],
    [{ info: { 'a\nb': 'x' } }, 'has no line breaks or control characters, got "a\\nb"'],
    [JSON.parse('{ "info": { "__proto__": "x" } }'), 'metadata-name /info/__proto__'],
    [{ info: { ['ä'.repeat(64)]: 'x' } }, 'at most 127 bytes'],
    [{ info: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`n${i}`, 'x'])) }, 'at most 100 entries, has 101'],
    [{ info: { Order: '' } }, 'wrong-value /info/Order must not be empty'],
    [{ info: { Order: ' ' } }, 'metadata-value /info/Order must not be empty'],
    [{ info: { Order: 5 } }, 'wrong-type /info/Order must be text, got 5'],
    [{ info: { Order: 'x'.repeat(10_001) } }, 'wrong-value /info/Order must have at most 10,000 characters'],
    [{ info: { Order: 'a\u0001' } }, 'metadata-value /info/Order has the character U+0001 at position 2, which XML cannot hold'],
    [{ info: { Order: '{{ numbr }}' } }, '/info/Order'],
    [{ Info: {} }, 'unknown-property /Info "Info" is not known here; did you mean "info"?'],
    [{ xmp: {} }, 'wrong-type /xmp must be a list'],
    [{ xmp: [{ prefix: 'acme', properties: { a: 'x' } }] }, 'missing-property /xmp/0 needs "namespace", a URI of your own'],
    [schema({ prefix: 'a:b' }), 'wrong-value /xmp/0/prefix "a:b" does not fit here'],
    [
      schema({ prefix: 'pdfaid' }),
      'reserved-namespace /xmp/0/prefix the prefix "pdfaid" has a meaning of its own. Name the standard',
    ],
    [schema({ prefix: 'XMP' }), 'reserved-namespace /xmp/0/prefix'],
    [schema({ prefix: 'xmlish' }), 'a prefix that begins with "xml" is reserved'],
    [schema({ prefix: 'fx' }), 'Map the electronic invoice in "invoice" of the template'],
    [schema({ prefix: 'dc' }), 'Use both together, "dc" and "http://purl.org/dc/elements/1.1/"'],
    [schema({ namespace: 'http://ns.adobe.com/xap/1.0/mm/' }), 'reserved-namespace /xmp/0/namespace'],
    [schema({ namespace: 'http://www.aiim.org/pdfa/ns/id/' }), 'reserved-namespace /xmp/0/namespace'],
    [schema({ namespace: 'orders' }), 'wrong-value /xmp/0/namespace "orders" does not fit here. This takes: URI'],
    [schema({ namespace: '{{ uri }}' }), 'wrong-value /xmp/0/namespace'],
    [
      schema({ namespace: 'https://example.com/ns' }),
      'warning namespace-end /xmp/0/namespace A namespace of XMP ends in "#" or "/"',
    ],
    [schema({ properties: {} }), 'must have a property'],
    [
      { xmp: [...schema({}).xmp, ...schema({ namespace: `${uri}2#` }).xmp] },
      'metadata-twice /xmp/1/prefix /document/metadata/xmp/0 has the prefix "acme" too',
    ],
    [{ xmp: [...schema({}).xmp, ...schema({ prefix: 'other' }).xmp] }, 'metadata-twice /xmp/1/namespace'],
    [
      property('x', 'order number'),
      'metadata-name /xmp/0/properties/order number the name of a property begins with a letter or "_"',
    ],
    [property('x', 'order number'), 'did you mean "ordernumber"?'],
    [property(5), 'wrong-type /xmp/0/properties/a must be text, got 5: write "5"'],
    [property(''), 'wrong-value /xmp/0/properties/a must not be empty'],
    [property({}), 'metadata-value /xmp/0/properties/a needs one of "text", "seq", "bag" and "languages"'],
    [property({ text: 'x', bag: ['y'] }), 'has "text" and "bag", but takes only one'],
    [property({ bag: [] }), 'must have at least 1 entry, has 0'],
    [property({ bag: ['x', 'a\ufffe'] }), 'metadata-value /xmp/0/properties/a/bag/1 has the character U+FFFE'],
    [property({ languages: {} }), 'must have a language'],
    [property({ languages: { english: 'x', '': 'y' } }), 'unknown-lang /xmp/0/properties/a/languages/'],
    [property({ languages: { '': 'y' } }), 'unknown-lang /xmp/0/properties/a/languages/ the name of a language is missing'],
    [
      property({ languages: { en: 'x', EN: 'y' } }),
      'metadata-twice /xmp/0/properties/a/languages/EN the language stands here twice',
    ],
    [
      dc({ title: 'x' }),
      'reserved-namespace /xmp/0/properties/title pdfgen writes dc:title itself. Write "title" in "document".',
    ],
    ...Object.entries({ creator: 'author', description: 'subject', subject: 'keywords', language: 'lang' }).map(
      ([name, member]): [object, string] => [
        dc({ [name]: 'x' }),
        `pdfgen writes dc:${name} itself. Write "${member}" in "document".`,
      ],
    ),
    [dc({ format: 'x' }), 'pdfgen writes dc:format itself. Leave it out.'],
    [dc({ right: 'x' }), 'dc has no property "right" that can be set; did you mean "rights"?'],
    [dc({ size: 'x' }), 'known: contributor, coverage'],
    [dc({ rights: 'x' }), 'dc:rights is written as { "languages": { "en": "value" } }'],
  ])('%j', async (metadata, fault) => {
    const { diagnostics } = await compile(withMetadata(metadata));
    const faults = diagnostics.map(
      ({ severity, code, pointer, message }) => `${severity} ${code} ${pointer.replace('/document/metadata', '')} ${message}`,
    );
    expect(faults.join('\n')).toContain(fault);
  });

  test('no name of a property that nothing is left of', async () => {
    const { diagnostics } = await compile(withMetadata(property('x', '+')));
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(/, got "\+"$/)]);
  });

  test.each([
    ['xmp xap xmpMM xmpBJ xmpTPg xmpNote xmpidq', 'http://ns.adobe.com/xap/1.0/', '"creator" of "document"'],
    ['pdf', 'http://ns.adobe.com/pdf/1.3/', '"keywords" of "document"'],
    [
      'pdfaid pdfuaid pdfeid pdfaExtension pdfaSchema pdfaProperty pdfaType pdfaField',
      'http://www.aiim.org/pdfa/',
      'the standard',
    ],
    ['pdfxid', 'http://www.npes.org/pdfx/ns/id/', 'PDF/X'],
    ['fx', 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#', 'electronic invoice'],
    ['rdf xml xmlns', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'a namespace of your own'],
    ['x', 'adobe:ns:meta/', 'a namespace of your own'],
    ['photoshop', 'http://ns.adobe.com/photoshop/1.0/', 'a namespace of your own'],
    ['tiff', 'http://ns.adobe.com/tiff/1.0/', 'a namespace of your own'],
    ['exif', 'http://ns.adobe.com/exif/1.0/', 'a namespace of your own'],
    ['crs', 'http://ns.adobe.com/camera-raw-settings/1.0/', 'a namespace of your own'],
    ['dc', 'http://purl.org/dc/elements/1.1/', 'Use both together, "dc" and'],
    ['xmpRights', 'http://ns.adobe.com/xap/1.0/rights/', 'Use both together, "xmpRights" and'],
  ])('the prefixes %s, in small and large letters, and %s are reserved', async (prefixes, namespace, instead) => {
    const faultsOf = async (more: object) =>
      (await compile(withMetadata(schema(more)))).diagnostics.map(
        ({ code, pointer, message }) => `${code} ${pointer} ${message}`,
      );
    for (const prefix of prefixes.split(' ').flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]))
      expect(await faultsOf({ prefix })).toEqual([
        expect.stringMatching(
          /^reserved-namespace \/document\/metadata\/xmp\/0\/prefix the prefix .* has a meaning of its own\. /,
        ),
      ]);
    const [fault, ...others] = await faultsOf({ namespace });
    expect(fault).toContain('reserved-namespace /document/metadata/xmp/0/namespace');
    expect(fault).toContain(instead);
    expect(others).toEqual([]);
  });

  test('nothing about the namespace of Order-X, whose prefix is that of electronic invoices', async () => {
    const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:1p0#';
    const template = withMetadata({ xmp: [{ prefix: 'fx', namespace, properties: { DocumentType: 'ORDER' } }] });
    expect((await compile(template)).diagnostics).toEqual([]);
  });
});

test.each([
  ['a\u0000b', 'has the character U+0000 at position 2, which XML cannot hold. Remove it.'],
  ['\ud800', 'has the character U+D800 at position 1'],
  ['x'.repeat(10_001), 'has 10,001 characters, and metadata has at most 10,000.'],
])('data that metadata cannot hold are METADATA_INVALID: %#', async (note, message) => {
  for (const metadata of [
    { info: { Note: '{{ note }}' } },
    { xmp: [{ prefix: 'acme', namespace: uri, properties: { a: '{{ note }}' } }] },
  ])
    await expect(renderPdf(withMetadata(metadata), { data: { note } })).rejects.toMatchObject({
      code: 'METADATA_INVALID',
      message: expect.stringContaining(message),
    });
});
