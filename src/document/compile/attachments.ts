// Attachments of the document: their properties, checks of the template, and their content for given data.

import { PdfgenError } from '../../contract/errors.ts';
import { isPlainName, toNamePart } from '../../contract/filename.ts';
import { type FromSchema, objectOf } from '../../contract/schema.ts';
import { toUtf8 } from '../../platform/bytes.ts';
import { fromBase64 } from '../../platform/index.ts';
import type { CompileContext } from '../components/component.ts';
import { contextWhere } from '../components/shared/context.ts';
import type { Scope } from '../expression/scope.ts';
import { type Attachment, relationships } from '../layout/fragment.ts';
import { explainMissing, type Resources } from '../resources.ts';
import { expression, text } from '../template/property-schemas.ts';

export const attachmentSchema = objectOf([], {
  asset: { ...text, description: 'The file is this asset of the template.' },
  text: { ...text, description: 'The file holds this text, in UTF-8.' },
  base64: { ...text, description: 'The file holds these bytes, in base64. `data:` URIs are accepted too.' },
  data: { const: true, description: 'The file is JSON with the data of the document.' },
  filename: {
    ...text,
    description: 'Name of the file, with its ending. Default: the name of the asset; `data.json` for `data`.',
  },
  description: { ...text, description: 'What the file is, for people.' },
  mimeType: {
    type: 'string',
    pattern: '^[\\w!#$&^.+-]{1,127}/[\\w!#$&^.+-]{1,127}$',
    description: 'Media type, as IANA lists it: `text/csv`. Default: by the ending of the name.',
  },
  relationship: {
    enum: relationships,
    default: 'Unspecified',
    description:
      'How the file relates to the document (ISO 32000-2, 7.11.3). `Source`: the document was made from it. `Data`: the document shows its data. `Alternative`: another form of the document. `Supplement`: an addition.',
  },
  when: { ...expression, description: 'The file is attached when this is true.' },
});

type AttachmentProps = FromSchema<typeof attachmentSchema>;

/** Gives the attachments of one document. Raises ATTACHMENT_INVALID. */
export type BindAttachments = (scope: Scope) => readonly Attachment[];

const contents = ['asset', 'text', 'base64', 'data'] as const;

/** Media types by the ending of a name (IANA). */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    csv: 'text/csv',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    eml: 'message/rfc822',
    gif: 'image/gif',
    htm: 'text/html',
    html: 'text/html',
    ics: 'text/calendar',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    json: 'application/json',
    md: 'text/markdown',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
    pdf: 'application/pdf',
    png: 'image/png',
    tsv: 'text/tab-separated-values',
    txt: 'text/plain',
    webp: 'image/webp',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    xml: 'text/xml',
    zip: 'application/zip',
  }),
);

/** Compiles `document.attachments`. Faults of the template are reported; faults of the data are raised when a document is made. */
export function compileAttachments(
  list: readonly AttachmentProps[],
  root: CompileContext,
  resources: Resources,
): BindAttachments {
  const bind = list.map((settings, i) => compileAttachment(settings, root, resources, `/document/attachments/${i}`));
  checkTwice(list, root);
  return (scope) => {
    const attachments: Attachment[] = [];
    const seen = new Set<string>();
    for (const one of bind) {
      const attachment = one(scope);
      if (!attachment) continue;
      // Many file systems do not tell upper from lower case.
      const key = attachment.filename.toLowerCase();
      if (seen.has(key))
        throw invalidAttachment(
          `Two attachments have the name ${JSON.stringify(attachment.filename)}. Give each a "filename" of its own.`,
        );
      seen.add(key);
      attachments.push(attachment);
    }
    return attachments;
  };
}

/** Reports a name that two attachments have for all data. */
function checkTwice(list: readonly AttachmentProps[], root: CompileContext): void {
  const seen = new Set<string>();
  for (const [i, { filename, asset, data, when }] of list.entries()) {
    const name = filename ?? asset?.replace(/^.*\//, '') ?? (data ? 'data.json' : undefined);
    if (name === undefined || when !== undefined || name.includes('{{')) continue;
    const key = name.normalize('NFC').toLowerCase();
    if (seen.has(key))
      root.template.report(
        'error',
        'attachment-name',
        `/document/attachments/${i}${filename === undefined ? '' : '/filename'}`,
        `another attachment has the name ${JSON.stringify(name)}. Give each a "filename" of its own`,
      );
    seen.add(key);
  }
}

function compileAttachment(
  settings: AttachmentProps,
  root: CompileContext,
  resources: Resources,
  pointer: string,
): (scope: Scope) => Attachment | undefined {
  const { report } = root.template;
  const given = contents.filter((name) => settings[name] !== undefined);
  if (given.length !== 1) {
    const what = given.length === 0 ? 'needs' : `has ${given.map((name) => `"${name}"`).join(' and ')}, but takes only`;
    report(
      'error',
      'attachment-content',
      pointer,
      `${what} one of "asset", "text", "base64" and "data", which says what the file holds`,
    );
  }
  const when = settings.when === undefined ? undefined : root.expression(settings.when, `${pointer}/when`);
  const inside = contextWhere(when, root);
  const compile = (name: 'asset' | 'text' | 'base64' | 'filename' | 'description') => {
    const source = settings[name];
    return source === undefined ? undefined : inside.text(source, `${pointer}/${name}`);
  };
  const [asset, written, base64, filename, description] = [
    compile('asset'),
    compile('text'),
    compile('base64'),
    compile('filename'),
    compile('description'),
  ];
  if (asset?.isLiteral && !resources.file(settings.asset!))
    report('error', 'missing-asset', `${pointer}/asset`, explainMissing('file', settings.asset!, resources));
  if (!filename && (written || base64))
    report('error', 'missing-property', pointer, 'needs "filename", the name of the file with its ending');
  if (filename?.isLiteral) {
    const fault = findNameFault(settings.filename!);
    if (fault !== undefined) report('error', 'attachment-name', `${pointer}/filename`, fault);
  }

  const readContent = (scope: Scope): Uint8Array => {
    if (asset) return findAsset(asset.plain(scope), resources, pointer);
    if (base64) return decodeBase64(base64.plain(scope), pointer);
    if (!written) return toUtf8(`${JSON.stringify(scope.data, undefined, 2)}\n`);
    const content = written.plain(scope);
    if (content === '') throw invalidAttachment(`The attachment ${pointer}: its "text" is empty. Leave it out with "when".`);
    return toUtf8(content);
  };
  return (scope) => {
    if (when && !when.test(scope)) return undefined;
    const wanted = filename?.plain(scope) ?? (asset ? asset.plain(scope).replace(/^.*\//, '') : 'data.json');
    const fault = findNameFault(wanted);
    if (fault !== undefined)
      throw invalidAttachment(`The attachment ${pointer}: the file name ${fault.replace(/[.?]?$/, (end) => end || '.')}`);
    const name = wanted.normalize('NFC');
    return {
      filename: name,
      description: description?.printed(scope).trim() || undefined,
      mimeType:
        settings.mimeType ?? mediaTypes.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'application/octet-stream',
      relationship: settings.relationship ?? 'Unspecified',
      bytes: readContent(scope),
    };
  };
}

function invalidAttachment(message: string): PdfgenError {
  return new PdfgenError('ATTACHMENT_INVALID', message);
}

/** A viewer saves the file under its name, so the name must be a plain name on every system. */
function findNameFault(name: string): string | undefined {
  if (isPlainName(name)) return undefined;
  const shown = JSON.stringify(name.slice(0, 100));
  const plain = toNamePart(name);
  const rule = 'must be a name without a folder and without the characters < > : " / \\ | ? *, of at most 200 bytes';
  return `${rule}, got ${shown}${isPlainName(plain) ? `; did you mean ${JSON.stringify(plain)}?` : ''}`;
}

function findAsset(name: string, resources: Resources, pointer: string): Uint8Array {
  const found = name === '' ? undefined : resources.file(name);
  if (found) return found.bytes;
  throw invalidAttachment(
    `The attachment ${pointer}: ${name === '' ? 'the name of its asset is empty' : explainMissing('file', name, resources)}.`,
  );
}

function decodeBase64(given: string, pointer: string): Uint8Array {
  const base64 = given.replace(/^data:[^,]*;base64,/i, '').replace(/\s+/g, '');
  if (base64 === '') throw invalidAttachment(`The attachment ${pointer}: its "base64" is empty. Leave it out with "when".`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.replace(/=+$/, '').length % 4 === 1)
    throw invalidAttachment(`The attachment ${pointer}: its "base64" is not base64: ${JSON.stringify(given.slice(0, 40))}.`);
  return fromBase64(base64);
}
