// Writes files that are attached to the document (ISO 32000-2, 7.11.4 and 14.13).
import type { Attachment } from '../layout/fragment.ts';
import { deflate } from './deflate.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatDate, formatName, formatTextString } from './text-string.ts';

/** Writes attachments and returns the entries of the catalog that list them. `date`: of the document. */
export function writeAttachments(
  sink: PdfSink,
  attachments: readonly Attachment[],
  date: Date | undefined,
): { readonly AF?: string; readonly Names?: string } {
  if (attachments.length === 0) return {};
  const files = attachments.map((attachment) => ({ ...attachment, id: writeAttachment(sink, attachment, date) }));
  return { AF: `[${files.map(({ id }) => `${id} 0 R`).join(' ')}]`, Names: formatFileNames(files) };
}

/** The entry Names of the catalog, which lists the attached files. */
export function formatFileNames(files: readonly { readonly filename: string; readonly id: number }[]): string {
  // ISO 32000-2, 7.9.6: the keys of a name tree are sorted by their bytes.
  const named = files.map(({ filename, id }) => ({ key: textBytes(filename), id })).sort((a, b) => Buffer.compare(a.key, b.key));
  const names = named.map(({ key, id }) => `<${key.toString('hex')}>${id} 0 R`).join('');
  return `<</EmbeddedFiles<</Names[${names}]>>>>`;
}

function writeAttachment(sink: PdfSink, attachment: Attachment, date: Date | undefined): number {
  const { filename, description, mimeType, relationship, bytes } = attachment;
  const file = sink.reserve();
  const packed = deflate(bytes);
  const isSmaller = packed.length < bytes.length;
  const dates = date ? `/CreationDate${formatDate(date)}/ModDate${formatDate(date)}` : '';
  sink.writeStream(
    file,
    `/Type/EmbeddedFile/Subtype${formatName(mimeType)}/Params<</Size ${bytes.length}${dates}>>${isSmaller ? '/Filter/FlateDecode' : ''}`,
    isSmaller ? packed : bytes,
  );
  const id = sink.reserve();
  const name = formatTextString(filename);
  const about = description === undefined ? '' : `/Desc${formatTextString(description)}`;
  sink.writeObject(
    id,
    `<</Type/Filespec/F${name}/UF${name}${about}/AFRelationship/${relationship}/EF<</F ${file} 0 R/UF ${file} 0 R>>>>`,
  );
  return id;
}

/** A text string's bytes: ASCII where it is enough, else UTF-16BE with its mark. */
function textBytes(text: string): Buffer {
  if (/^[\x20-\x7e]*$/.test(text)) return Buffer.from(text, 'latin1');
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
}
