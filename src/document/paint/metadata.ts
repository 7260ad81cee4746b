// Writes metadata of the file: the information dictionary, and the same facts as XMP (ISO 16684-1).
import type { Metadata, XmpProperty, XmpSchema, XmpValue } from '../layout/fragment.ts';
import { noStandard, type Standard } from '../standard.ts';
import type { FileEntries, PdfSink } from './pdf-sink.ts';
import { formatDate, formatName, formatTextString, replaceLoneSurrogates } from './text-string.ts';

const producer = 'pdfgen';

/** Writes the metadata of a document and returns the entries that refer to it. */
export function writeMetadata(
  sink: PdfSink,
  given: Metadata,
  standard: Standard = noStandard,
): Pick<FileEntries, 'catalog' | 'info'> {
  const metadata = clean(given);
  // PDF 2.0 has metadata in XMP only (ISO 32000-2, 14.3.3); PDF/A-4 forbids the dictionary.
  const info = standard.pdfVersion === '2.0' ? {} : makeInfo(metadata);
  if (standard.names.length === 0 && isEmpty(metadata)) return { catalog: {}, info };
  const id = sink.reserve();
  // Not compressed, so that tools without a PDF reader find it (XMP specification, part 3).
  sink.writeStream(id, '/Type/Metadata/Subtype/XML', Buffer.from(makeXmp(metadata, standard), 'utf8'));
  return { catalog: { Metadata: `${id} 0 R` }, info };
}

/** The metadata in characters that XML can write, so that the dictionary and XMP say the same. The others become U+FFFD or a space. */
function clean(metadata: Metadata): Metadata {
  const cleanText = (text: string | undefined) =>
    text &&
    replaceLoneSurrogates(text)
      .replace(/[\u0009\u000a\u000d]/g, ' ')
      .replace(/[\u0000-\u001f\ufffe\uffff]/g, '\ufffd');
  const { title, author, subject, creator, lang, keywords } = metadata;
  return {
    ...metadata,
    title: cleanText(title),
    author: cleanText(author),
    subject: cleanText(subject),
    creator: cleanText(creator),
    lang: cleanText(lang),
    keywords: keywords.map((keyword) => cleanText(keyword)!),
  };
}

function isEmpty({ title, author, subject, keywords, creator, date, custom }: Metadata): boolean {
  return !title && !author && !subject && keywords.length === 0 && !creator && !date && !custom?.schemas.length;
}

/** The information dictionary. It has a date only if the document has one. */
function makeInfo(metadata: Metadata): Record<string, string> {
  const { title, author, subject, keywords, creator, date, custom } = metadata;
  const info: Record<string, string> = {};
  if (title) info.Title = formatTextString(title);
  if (author) info.Author = formatTextString(author);
  if (subject) info.Subject = formatTextString(subject);
  if (keywords.length > 0) info.Keywords = formatTextString(keywords.join(', '));
  if (creator) info.Creator = formatTextString(creator);
  info.Producer = formatTextString(producer);
  if (date) info.CreationDate = formatDate(date);
  for (const { name, value } of custom?.info ?? []) info[formatName(name).slice(1)] = formatTextString(value);
  return info;
}

/** The XMP packet. */
function makeXmp(metadata: Metadata, standard: Standard): string {
  const { title, author, subject, keywords, creator, lang, date } = metadata;
  const archive = archiveSchema(standard);
  const accessible = accessibleSchema(standard);
  const properties = [
    '<dc:format>application/pdf</dc:format>',
    title && `<dc:title><rdf:Alt>${listItem(title, 'x-default')}</rdf:Alt></dc:title>`,
    author && `<dc:creator><rdf:Seq>${listItem(author)}</rdf:Seq></dc:creator>`,
    subject && `<dc:description><rdf:Alt>${listItem(subject, 'x-default')}</rdf:Alt></dc:description>`,
    keywords.length > 0 && `<dc:subject><rdf:Bag>${keywords.map((keyword) => listItem(keyword)).join('')}</rdf:Bag></dc:subject>`,
    lang && `<dc:language><rdf:Bag>${listItem(lang)}</rdf:Bag></dc:language>`,
    keywords.length > 0 && `<pdf:Keywords>${escapeXml(keywords.join(', '))}</pdf:Keywords>`,
    `<pdf:Producer>${producer}</pdf:Producer>`,
    creator && `<xmp:CreatorTool>${escapeXml(creator)}</xmp:CreatorTool>`,
    date && `<xmp:CreateDate>${date.toISOString().replace(/\.\d+Z$/, 'Z')}</xmp:CreateDate>`,
  ].filter(Boolean);
  // PDF/A-1 to 3 know their own schema, and each other schema has to be described. PDF/A-4 has no such descriptions.
  const invoice = invoiceSchema(metadata);
  const otherSchemas = [accessible, invoice, ...(metadata.custom?.schemas ?? [])].filter((schema) => schema !== undefined);
  const described = standard.archive && standard.archive.part < 4 ? otherSchemas.filter(({ isPredefined }) => !isPredefined) : [];
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    ...properties,
    '</rdf:Description>',
    ...[archive, ...otherSchemas].flatMap((schema) => (schema ? [writeSchema(schema)] : [])),
    ...(described.length > 0 ? [describeSchemas(described)] : []),
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** ISO 19005-1, 6.7.11; ISO 19005-4, 6.7.3. */
function archiveSchema({ archive }: Standard): XmpSchema | undefined {
  if (!archive) return undefined;
  const { part, level } = archive;
  const property = (name: string, value: XmpValue): XmpProperty => ({ name, value, category: 'internal', description: '' });
  return {
    name: 'PDF/A ID Schema',
    namespace: 'http://www.aiim.org/pdfa/ns/id/',
    prefix: 'pdfaid',
    isPredefined: true,
    properties: [
      property('part', { form: 'integer', number: part }),
      ...(part === 4 ? [property('rev', { form: 'integer', number: 2020 })] : []),
      ...(level ? [property('conformance', { form: 'text', text: level })] : []),
    ],
  };
}

/** ISO 14289-1, 5; ISO 14289-2, 5. */
function accessibleSchema({ accessible }: Standard): XmpSchema | undefined {
  if (!accessible) return undefined;
  const property = (name: string, number: number, description: string): XmpProperty => ({
    ...{ name, value: { form: 'integer', number }, description },
    category: 'internal',
  });
  const part = property('part', accessible, 'Part of ISO 14289 that the document conforms to');
  const rev = property('rev', 2024, 'Year of this part');
  return {
    name: 'PDF/UA Universal Accessibility Schema',
    namespace: 'http://www.aiim.org/pdfua/ns/id/',
    prefix: 'pdfuaid',
    isPredefined: false,
    properties: accessible === 2 ? [part, rev] : [part],
  };
}

/** Factur-X 1.09, 6.3: how readers find the XML of the invoice. The version is that of the standard of the XML. */
function invoiceSchema({ invoice }: Metadata): XmpSchema | undefined {
  if (!invoice) return undefined;
  const property = (name: string, text: string, description: string): XmpProperty => ({
    ...{ name, value: { form: 'text', text }, description },
    category: 'external',
  });
  return {
    name: 'Factur-X PDFA Extension Schema',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    prefix: 'fx',
    isPredefined: false,
    properties: [
      property('DocumentType', 'INVOICE', 'Kind of the attached document'),
      property('DocumentFileName', invoice.filename, 'Name of the attached XML'),
      property('Version', invoice.version, 'Version of the format of the XML'),
      property('ConformanceLevel', invoice.profile, 'Profile of the XML'),
    ],
  };
}

function writeSchema({ prefix, namespace, properties }: XmpSchema): string {
  return [
    `<rdf:Description rdf:about="" xmlns:${prefix}="${escapeXml(namespace)}">`,
    ...properties.map(({ name, value }) => `<${prefix}:${name}>${writeValue(value)}</${prefix}:${name}>`),
    '</rdf:Description>',
  ].join('\n');
}

function writeValue(value: XmpValue): string {
  switch (value.form) {
    case 'integer':
      return String(value.number);
    case 'text':
      return escapeXml(value.text);
    case 'seq':
      return `<rdf:Seq>${value.items.map((one) => listItem(one)).join('')}</rdf:Seq>`;
    case 'bag':
      return `<rdf:Bag>${value.items.map((one) => listItem(one)).join('')}</rdf:Bag>`;
    case 'languages':
      return `<rdf:Alt>${value.texts.map(({ lang, text }) => listItem(text, lang)).join('')}</rdf:Alt>`;
  }
}

/** Names of the types in the descriptions (ISO 19005-1, 6.7.8). */
const valueTypes: Readonly<Record<XmpValue['form'], string>> = {
  integer: 'Integer',
  text: 'Text',
  seq: 'seq Text',
  bag: 'bag Text',
  languages: 'Lang Alt',
};

const pdfaExtension = 'http://www.aiim.org/pdfa/ns/';

/** The descriptions of schemas that PDF/A does not know (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3). */
function describeSchemas(schemas: readonly XmpSchema[]): string {
  return [
    `<rdf:Description rdf:about="" xmlns:pdfaExtension="${pdfaExtension}extension/" xmlns:pdfaSchema="${pdfaExtension}schema#" xmlns:pdfaProperty="${pdfaExtension}property#">`,
    '<pdfaExtension:schemas><rdf:Bag>',
    ...schemas.map(describeSchema),
    '</rdf:Bag></pdfaExtension:schemas>',
    '</rdf:Description>',
  ].join('\n');
}

function describeSchema({ name, namespace, prefix, properties }: XmpSchema): string {
  return [
    '<rdf:li rdf:parseType="Resource">',
    `<pdfaSchema:schema>${escapeXml(name)}</pdfaSchema:schema>`,
    `<pdfaSchema:namespaceURI>${escapeXml(namespace)}</pdfaSchema:namespaceURI>`,
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>`,
    '<pdfaSchema:property><rdf:Seq>',
    ...properties.map(
      (one) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${one.name}</pdfaProperty:name>` +
        `<pdfaProperty:valueType>${valueTypes[one.value.form]}</pdfaProperty:valueType>` +
        `<pdfaProperty:category>${one.category}</pdfaProperty:category>` +
        `<pdfaProperty:description>${escapeXml(one.description)}</pdfaProperty:description></rdf:li>`,
    ),
    '</rdf:Seq></pdfaSchema:property>',
    '</rdf:li>',
  ].join('\n');
}

function listItem(text: string, lang?: string): string {
  return `<rdf:li${lang ? ` xml:lang="${lang}"` : ''}>${escapeXml(text)}</rdf:li>`;
}

// An XML reader changes a bare carriage return to a line break.
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => entities[character]!);
}
