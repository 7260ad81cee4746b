// Writes metadata of the file: the information dictionary, and the same facts as XMP (ISO 16684-1).
import type { Metadata } from '../layout/fragment.ts';
import type { FileEntries, PdfSink } from './pdf-sink.ts';
import { formatDate, formatTextString, replaceLoneSurrogates } from './text-string.ts';

const producer = 'pdfgen';

/** Writes the metadata of a document and returns the entries that refer to it. */
export function writeMetadata(sink: PdfSink, metadata: Metadata): Pick<FileEntries, 'catalog' | 'info'> {
  const info = makeInfo(metadata);
  const xmp = makeXmp(metadata);
  if (xmp === undefined) return { catalog: {}, info };
  const id = sink.reserve();
  // Not compressed, so that tools without a PDF reader find it (ISO 16684-3).
  sink.writeStream(id, '/Type/Metadata/Subtype/XML', Buffer.from(xmp, 'utf8'));
  return { catalog: { Metadata: `${id} 0 R` }, info };
}

/** The information dictionary. It has a date only if the document has one. */
function makeInfo(metadata: Metadata): Record<string, string> {
  const { title, author, subject, keywords, creator, date } = metadata;
  const info: Record<string, string> = {};
  if (title) info.Title = formatTextString(title);
  if (author) info.Author = formatTextString(author);
  if (subject) info.Subject = formatTextString(subject);
  if (keywords.length > 0) info.Keywords = formatTextString(keywords.join(', '));
  if (creator) info.Creator = formatTextString(creator);
  info.Producer = formatTextString(producer);
  if (date) info.CreationDate = formatDate(date);
  return info;
}

/** The XMP packet, or undefined if the document has no metadata. */
function makeXmp(metadata: Metadata): string | undefined {
  const { title, author, subject, keywords, creator, lang, date } = metadata;
  if (!title && !author && !subject && keywords.length === 0 && !creator && !date) return undefined;
  const properties = [
    '<dc:format>application/pdf</dc:format>',
    title && `<dc:title><rdf:Alt>${item(title, 'x-default')}</rdf:Alt></dc:title>`,
    author && `<dc:creator><rdf:Seq>${item(author)}</rdf:Seq></dc:creator>`,
    subject && `<dc:description><rdf:Alt>${item(subject, 'x-default')}</rdf:Alt></dc:description>`,
    keywords.length > 0 && `<dc:subject><rdf:Bag>${keywords.map((keyword) => item(keyword)).join('')}</rdf:Bag></dc:subject>`,
    lang && `<dc:language><rdf:Bag>${item(lang)}</rdf:Bag></dc:language>`,
    keywords.length > 0 && `<pdf:Keywords>${escapeXml(keywords.join(', '))}</pdf:Keywords>`,
    `<pdf:Producer>${producer}</pdf:Producer>`,
    creator && `<xmp:CreatorTool>${escapeXml(creator)}</xmp:CreatorTool>`,
    date && `<xmp:CreateDate>${date.toISOString().replace(/\.\d+Z$/, 'Z')}</xmp:CreateDate>`,
  ].filter(Boolean);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    ...properties,
    '</rdf:Description>',
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

function item(text: string, lang?: string): string {
  return `<rdf:li${lang ? ` xml:lang="${lang}"` : ''}>${escapeXml(text)}</rdf:li>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 cannot write most control characters. They become U+FFFD, as unpaired surrogates do. */
function escapeXml(text: string): string {
  return replaceLoneSurrogates(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (character) => entities[character]!);
}
