// Reads a PDF into facts.

import { hasFieldFlag } from '../pdf-file/acro-form/field-table.ts';
import { type FormField, readForm } from '../pdf-file/acro-form/read-fields.ts';
import {
  asDict,
  type Dict,
  decodeName,
  decodeText,
  Name,
  Ref,
  Stream,
  Text,
  UnreadablePdf,
  type Value,
} from '../pdf-file/objects.ts';
import { type PdfFile, walkTree } from '../pdf-file/open-pdf.ts';
import type { PdfPage } from '../pdf-file/pages.ts';
import { nameClaims, type Xmp, xmpNamespaces, xmpText } from '../pdf-file/xmp.ts';
import { checkPdf } from './check-pdf.ts';
import type { PaintLog } from './content/paint-log.ts';
import type { AttachmentFact, FieldFact, FontFact, OutlineFact, PdfFacts, TagFact, XmpFact } from './facts.ts';
import { listFileSpecifications, readPdf } from './opened-pdf.ts';
import { readPermissions } from './permissions.ts';
import { readAloud } from './read-aloud.ts';
import { readSignatures, toIsoTime } from './signatures.ts';
import type { Attribute, StructElem } from './structure.ts';

export interface InspectOptions {
  readonly password?: string | undefined;
  /** Reads the text in reading order. */
  readonly read?: boolean;
  /** Runs the rules of the standards that the file claims. */
  readonly check?: boolean;
}

/** Raises UnreadablePdf. */
export async function inspectPdf(bytes: Uint8Array, { password, read, check }: InspectOptions = {}): Promise<PdfFacts> {
  const opened = await readPdf(bytes, password);
  const { file, pages, claims, xmp, tree, log } = opened;
  const { catalog, trailer } = file;
  const info = trailer.dict('Info');
  const form = readForm(file, pages);
  const say = (name: string, namespace: string, property: string) =>
    nonEmpty(xmpText(xmp, namespace, property)) ?? nonEmpty(info?.text(name)) ?? null;
  const when = (name: string, property: string) => xmpText(xmp, basic, property) ?? toIsoTime(info?.text(name)) ?? null;
  const language = nonEmpty(catalog.text('Lang')) ?? null;
  return {
    bytes: bytes.length,
    version: readVersion(file),
    encrypted: file.encryption !== undefined,
    permissions: readPermissions(file.encryption),
    title: say('Title', dc, 'title'),
    author: say('Author', dc, 'creator'),
    subject: say('Subject', dc, 'description'),
    keywords: say('Keywords', pdf, 'Keywords'),
    creator: say('Creator', basic, 'CreatorTool'),
    producer: say('Producer', pdf, 'Producer'),
    created: when('CreationDate', 'CreateDate'),
    modified: when('ModDate', 'ModifyDate'),
    language,
    metadata: { info: readInfo(info), xmp: readProperties(xmp) },
    standards: nameClaims(claims),
    pages: pages.map(({ number, label, width, height }) => ({ number, label: label ?? null, width, height })),
    fonts: readFonts(log),
    viewer: readViewer(catalog),
    attachments: readAttachments(catalog),
    signatures: readSignatures(form, bytes),
    fields: (form?.fields ?? []).map(toFieldFact),
    outline: readOutline(file, pages),
    tags: tree ? tree.kids.map((element) => toTag(element, log)) : null,
    ...(read && { reading: tree ? readAloud(tree, log, language ?? undefined) : readUntagged(log) }),
    ...(check && { check: checkPdf(opened) }),
  };
}

function toFieldFact({ name, kind, flags, label, value, options, maxLength, widgets }: FormField): FieldFact {
  return {
    name,
    kind,
    label: nonEmpty(label) ?? null,
    value,
    required: hasFieldFlag(flags, 'required'),
    readOnly: hasFieldFlag(flags, 'readOnly'),
    multiline: kind === 'text' && hasFieldFlag(flags, 'multiline'),
    maxLength: maxLength ?? null,
    options: options.map(({ value: own, label: shown }) => ({ value: own, ...(shown !== undefined && { label: shown }) })),
    pages: [...new Set(widgets.flatMap(({ page }) => page ?? []))],
  };
}

/** Entries of the information dictionary that facts have members for. */
const ownEntries = new Set(['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']);

function readInfo(info: Dict | undefined): Record<string, string> {
  const entries = [...(info?.entries.keys() ?? [])].filter((name) => !ownEntries.has(name));
  return Object.fromEntries(entries.map((name) => [decodeName(name), info!.text(name) ?? info!.name(name) ?? '']));
}

const { dc, pdf, xmp: basic, pdfaid, pdfuaid, facturX } = xmpNamespaces;

/** Properties that facts have members for, by namespace; undefined: all of them. */
const ownProperties: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  [dc, ['title', 'creator', 'description', 'subject', 'language', 'format']],
  [pdf, ['Keywords', 'Producer']],
  [basic, ['CreatorTool', 'CreateDate', 'ModifyDate']],
  [pdfaid, undefined],
  [pdfuaid, undefined],
  [facturX, undefined],
]);

function readProperties(xmp: Xmp | undefined): XmpFact[] {
  const others = (xmp?.properties ?? []).filter(({ namespace, name }) => {
    const own = ownProperties.get(namespace);
    return !ownProperties.has(namespace) || own?.includes(name) === false;
  });
  return others.map(({ namespace, prefix, name, form, text, items }) => ({
    name: `${prefix}:${name}`,
    namespace,
    value:
      form === 'structure'
        ? null
        : form === 'text'
          ? text
          : form === 'Alt' && items.every(({ lang }) => lang !== '')
            ? Object.fromEntries(items.map((item) => [item.lang, item.text]))
            : items.map((item) => item.text),
  }));
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The version in the catalog holds where it is later than the version of the header. */
function readVersion({ bytes, catalog }: PdfFile): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1100)).toString('latin1');
  const headerVersion = /%PDF-(\d+\.\d+)/.exec(head)?.[1] ?? '';
  const later = catalog.name('Version') ?? '';
  return later > headerVersion ? later : headerVersion;
}

function readFonts(log: PaintLog): FontFact[] {
  const fonts = new Map<string, FontFact>();
  for (const { font } of log.fonts.values()) {
    const fact = {
      name: font.name.replace(/^[A-Z]{6}\+/, ''),
      type: font.type,
      embedded: font.isEmbedded,
      subset: font.isSubset,
    };
    fonts.set(JSON.stringify(fact), fact);
  }
  return [...fonts.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function readViewer(catalog: Dict): Record<string, Attribute> {
  const viewer: Record<string, Attribute> = {};
  for (const name of ['PageMode', 'PageLayout']) {
    const value = catalog.name(name);
    if (value !== undefined) viewer[name] = value;
  }
  const preferences = catalog.dict('ViewerPreferences');
  for (const name of preferences?.entries.keys() ?? []) {
    if (name === 'Type') continue;
    const value = preferences!.get(name);
    if (value instanceof Name) viewer[name] = value.name;
    else if (typeof value === 'boolean' || typeof value === 'number') viewer[name] = value;
    else if (Array.isArray(value)) viewer[name] = value.flatMap((one) => (typeof one === 'number' ? [one] : []));
  }
  return viewer;
}

/** The attachments by the catalog's list and by its associated files, each once. */
function readAttachments(catalog: Dict): AttachmentFact[] {
  return listFileSpecifications(catalog).map(([name, file]) => {
    const content = file.dict('EF')?.stream('UF') ?? file.dict('EF')?.stream('F');
    return {
      name: file.text('UF') ?? file.text('F') ?? name,
      bytes: content?.decode()?.length ?? null,
      mediaType: content?.dict.name('Subtype') ?? null,
      relationship: file.name('AFRelationship') ?? null,
      description: nonEmpty(file.text('Desc')) ?? null,
    };
  });
}

const maxOutlineDepth = 100;

function readOutline(file: PdfFile, pages: readonly PdfPage[]): OutlineFact[] {
  const seen = new Set<Dict>();
  const numbers = new Map(pages.flatMap(({ key, number }) => (key === undefined ? [] : [[key, number] as const])));
  const named = lazily(() => readNamedDestinations(file.catalog));
  const pageOf = (entry: Dict): number | null => {
    let target: Value = entry.get('Dest');
    if (target === null) {
      const action = entry.dict('A');
      target = action?.name('S') === 'GoTo' ? action.get('D') : null;
    }
    if (target instanceof Text) target = named().get(decodeText(target.bytes)) ?? null;
    else if (target instanceof Name) target = file.catalog.dict('Dests')?.get(target.name) ?? null;
    const list = target instanceof Stream || Array.isArray(target) ? target : asDict(target)?.get('D');
    const first: Value | undefined = Array.isArray(list) ? list[0] : undefined;
    return first instanceof Ref ? (numbers.get(first.key) ?? null) : null;
  };
  const walk = (above: Dict | undefined, depth: number): OutlineFact[] => {
    const list: OutlineFact[] = [];
    for (let at = above?.dict('First'); at && !seen.has(at); at = at.dict('Next')) {
      if (depth === maxOutlineDepth) throw new UnreadablePdf(`nests its outline more than ${maxOutlineDepth} deep`);
      seen.add(at);
      list.push({ title: at.text('Title') ?? '', page: pageOf(at), kids: walk(at, depth + 1) });
    }
    return list;
  };
  return walk(file.catalog.dict('Outlines'), 0);
}

function readNamedDestinations(catalog: Dict): ReadonlyMap<string, Value> {
  const named = new Map<string, Value>();
  for (const [name, value] of walkTree(catalog.dict('Names')?.dict('Dests'), 'Names'))
    if (name instanceof Text) named.set(decodeText(name.bytes), catalog.resolve(value));
  return named;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function toTag(element: StructElem, log: PaintLog): TagFact {
  const { type, role, page, lang, title, alt, actualText, attributes } = element;
  const text = element.kids
    .map((kid) => {
      if (kid.kind !== 'content') return '';
      const key = kid.form ? log.forms.get(kid.form) : `page ${kid.page}`;
      return log.pieces.get(key ?? '')?.get(kid.mcid)?.text ?? '';
    })
    .join('');
  const kids = element.kids.flatMap((kid) => (kid.kind === 'element' ? [toTag(kid.element, log)] : []));
  return {
    type,
    ...(role.type !== undefined && role.type !== type && { standardType: role.type }),
    ...(page !== undefined && { page }),
    ...(lang !== undefined && { lang }),
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt }),
    ...(actualText !== undefined && { actualText }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(text !== '' && { text }),
    ...(kids.length > 0 && { kids }),
  };
}

/** Without tags, the only order is the order of painting. */
function readUntagged(log: PaintLog): string[] {
  return log.texts.flatMap((text) =>
    text
      .split('\n')
      .map((line) => line.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  );
}
