// Template and data to PDF: compile (once) -> bind and lay out, page by page -> paint.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { encryptionOption } from '../contract/encryption.ts';
import { type Breach, PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { FromSchema } from '../contract/schema.ts';
import { findStandardWith, type StandardName } from '../contract/standards.ts';
import type { GivenXml, Group, InvoiceFault } from '../invoice/model.ts';
import { suggest } from '../words/nearest.ts';
import type { InvoiceMapping } from './compile/compile-invoice.ts';
import type { Program } from './compile/compile-template.ts';
import { type CompiledText, findCurrencyFault, findLanguageFault, findLocaleFault, findZoneFault } from './expression/index.ts';
import type { FormatSettings, Scope } from './expression/scope.ts';
import { type ImageSource, openImage } from './image/index.ts';
import { checkAttachments } from './layout/check-attachments.ts';
import { checkEntries, checkStructure } from './layout/check-structure.ts';
import type { Attachment, Metadata } from './layout/fragment.ts';
import { layOutPages } from './layout/lay-out-pages.ts';
import { type BoundScope, type ImageLookup, LayoutSession, type RenderLimits } from './layout/session.ts';
import { Element } from './layout/tag.ts';
import { type ClassicForm, createPdf, type Encryption, loadClassicForm } from './paint/index.ts';
import { explainMissing, type Resources } from './resources.ts';
import { describeStandard } from './standard.ts';

export interface RenderInput {
  readonly program: Program;
  readonly data: unknown;
  readonly resources: Resources;
  /** `doc.date` and the date in the metadata, RFC 3339; undefined: no date. The clock is never read. */
  readonly date: string | undefined;
  readonly fontSubset: 'document' | 'template';
  /** The standards that the document keeps. */
  readonly standards: readonly StandardName[];
  /** From `loadWriter`. */
  readonly classicForm?: ClassicForm | undefined;
  /** The electronic invoice that the document carries. */
  readonly invoice?: { readonly attachment: Attachment; readonly profile: string } | undefined;
  /** Passwords, and what they allow. Undefined: the document is not encrypted. */
  readonly encryption?: (FromSchema<typeof encryptionOption> & Pick<Encryption, 'randomBytes'>) | undefined;
  readonly limits: RenderLimits;
  /** Called every few boxes; raises RENDER_TIMEOUT when time is up. */
  readonly checkTime: () => void;
  /** Takes the bytes as they are made. */
  readonly write: (chunk: Uint8Array) => void;
}

export interface Rendered {
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly RenderWarning[];
  /** The value of `document.filename`. Empty: no name. */
  readonly filename: string;
}

/**
 * Renders one document. Raises ATTACHMENT_INVALID, ENCRYPTION_INVALID, METADATA_INVALID, RENDER_LIMIT, RENDER_TIMEOUT, STANDARD_BREACH, and
 * RENDER_WARNINGS for text whose overflow is an error.
 */
export function renderDocument(input: RenderInput): Rendered {
  const { program, data, resources, limits } = input;
  const session = new LayoutSession(limits, imageLookup(resources, limits), input.checkTime, input.standards);
  const structure = program.isTagged ? new Element('Document', undefined) : undefined;
  const scope = { ...rootScope(program, data, input.date, session), tag: structure, warn: session.warnOfValue };
  if (program.usesDate && input.date === undefined)
    session.warn('no-date', '/', undefined, 'The template uses doc.date, but no date was given: doc.date prints nothing.');
  // Viewers show the title and other metadata, so control characters are removed.
  const say = (text: CompiledText | undefined) =>
    text
      ?.text(scope)
      .replace(/\p{Cc}+/gu, ' ')
      .trim() || undefined;
  const { document } = program;
  const lang = say(document.lang);
  const langFault = lang === undefined || document.lang?.isLiteral ? undefined : findLanguageFault(lang);
  if (langFault !== undefined)
    session.warn('unknown-lang', '/document/lang', undefined, withInstead(langFault, 'the document names it as it is'));
  const metadata: Metadata = {
    title: say(document.title),
    author: say(document.author),
    subject: say(document.subject),
    creator: say(document.creator),
    lang,
    keywords: document.keywords.map((keyword) => keyword.text(scope).trim()).filter(Boolean),
    date: input.date === undefined ? undefined : new Date(input.date),
    custom: program.bindMetadata(scope),
    invoice: input.invoice && { filename: input.invoice.attachment.filename, profile: input.invoice.profile },
  };
  const standard = describeStandard(input.standards);
  const attachments = withInvoice(program.bindAttachments(scope), input.invoice?.attachment);
  checkAttachments(attachments, standard.archive?.part, session);
  const pdf = createPdf({
    metadata,
    structure,
    attachments,
    encryption: chooseEncryption(input, session),
    viewer: program.viewer,
    fontSubset: input.fontSubset,
    standard,
    classicForm: input.classicForm,
    write: input.write,
  });
  layOutPages(program, scope, session, (page) => {
    if (Math.min(page.width, page.height) < 3)
      session.breach('page-size', '/pages', undefined, 'a page is at least 3 pt wide and high.');
    pdf.addPage(page);
  });
  if (structure) checkStructure(structure, session);
  else session.breach('tags', '/document/tagged', undefined, 'the document needs tags. Remove "tagged": false.', 0);
  checkDocument(metadata, langFault, session);
  const { pages, bytes, sha256, doubtfulLinks, repeatedFields, lostEntries, anchors, faces, hasLongString } = pdf.end();
  if (hasLongString)
    session.breach('text-length', '', undefined, 'a text outside of the pages is too long. Shorten it, or leave it out.', 0);
  if (pages > 8191) session.breach('pages', '', undefined, `the document has ${pages} pages, and a file may list 8191.`, 0);
  if (structure && lostEntries.length > 0) checkEntries(structure, new Set(lostEntries), session);
  if (session.breaches.length > 0) throw standardBreach(input.standards, session.breaches);
  for (const { id } of faces) {
    const doubt = program.colorFonts.get(id);
    if (doubt) session.warn('color-font', doubt.pointer, undefined, doubt.message, 0);
  }
  for (const { name, source, page } of repeatedFields)
    session.warnOf(
      'field-dropped',
      source,
      `Another field is called ${JSON.stringify(name)} already. This one is left out.`,
      page,
    );
  for (const { anchor, isLost, source, page } of doubtfulLinks) {
    const name = JSON.stringify(anchor.slice(0, 80));
    if (!isLost)
      session.warnOf('anchor-twice', source, `Several places have the anchor ${name}; the link leads to the first.`, page);
    else {
      const message = `Nothing in the document has the anchor ${name}, and the link to it is left out${suggest(anchor, anchors) || '.'}`;
      session.warnOf('link-dropped', source, message, page);
    }
  }
  return { pages, bytes, sha256, warnings: session.warnings, filename: document.filename?.text(scope).trim() ?? '' };
}

/** Loads what documents of these standards need to be written. */
export async function loadWriter(standards: readonly StandardName[]): Promise<Pick<RenderInput, 'classicForm'>> {
  return { classicForm: await loadClassicForm(describeStandard(standards)) };
}

/** The attachments with the XML of the invoice first. Raises ATTACHMENT_INVALID if another one has its name. */
function withInvoice(attachments: readonly Attachment[], invoice: Attachment | undefined): readonly Attachment[] {
  if (!invoice) return attachments;
  if (attachments.some(({ filename }) => filename.toLowerCase() === invoice.filename)) {
    const message = `An attachment has the name of the electronic invoice, ${invoice.filename}. Give it another "filename".`;
    throw new PdfgenError('ATTACHMENT_INVALID', message);
  }
  return [invoice, ...attachments];
}

/** An electronic invoice as the template maps it, or as the data hold its XML. */
export interface BoundInvoice {
  readonly invoice: Group | GivenXml;
  readonly faults: readonly InvoiceFault[];
  /** The value of `document.filename`. Empty: no name. */
  readonly filename: string;
}

/** Reads the business terms of an invoice, or its XML, from the data. */
export function bindInvoice({
  mapping,
  program,
  data,
  date,
  limits,
  checkTime,
}: Pick<RenderInput, 'program' | 'data' | 'date' | 'limits' | 'checkTime'> & { readonly mapping: InvoiceMapping }): BoundInvoice {
  const session = new LayoutSession(limits, () => ({ problem: 'The XML of an invoice has no pictures.' }), checkTime);
  const scope = { ...rootScope(program, data, date, session), warn: session.warnOfValue };
  const { invoice, faults } = mapping.bind(scope);
  // A value that prints nothing would leave a term out in silence.
  const doubts = session.warnings.map(
    ({ code, component, dataPath, message }): InvoiceFault => ({
      rule: code,
      message,
      origin: dataPath === null ? { of: 'template', pointer: component } : { of: 'data', pointer: dataPath },
    }),
  );
  return { invoice, faults: [...faults, ...doubts], filename: program.document.filename?.text(scope).trim() ?? '' };
}

/** Notes what the standards of the document miss in its metadata. */
function checkDocument({ title, lang, custom }: Metadata, langFault: string | undefined, session: LayoutSession): void {
  if (lang !== undefined) session.checkLanguage(lang, '/document/lang', undefined);
  if (title !== undefined) session.checkPrivate(title, '/document/title', undefined, 0);
  if (title === undefined) session.breach('title', '/document/title', undefined, 'the document needs a title.', 0);
  if (lang === undefined) session.breach('language', '/document/lang', undefined, 'the document needs a language.', 0);
  if (custom && custom.info.length > 0) {
    const names = custom.info.map(({ name }) => JSON.stringify(name)).join(', ');
    const message = `the file has no information dictionary for ${names}. Move ${custom.info.length === 1 ? 'the entry' : 'the entries'} to "xmp".`;
    session.breach('information', '/document/metadata/info', undefined, message, 0);
  }
  if (langFault !== undefined)
    session.breach(
      'language',
      '/document/lang',
      undefined,
      langFault.replace(/[.?]?$/, (end) => end || '.'),
      0,
    );
}

function standardBreach(names: readonly StandardName[], breaches: readonly Breach[]): PdfgenError {
  const count = breaches.length === 1 ? 'breach' : 'breaches';
  return new PdfgenError('STANDARD_BREACH', `The document breaks ${names.join(' and ')}: ${breaches.length} ${count}.`, {
    errors: breaches,
  });
}

/** Notes encryption that a standard forbids. Raises ENCRYPTION_INVALID when a password is missing. */
function chooseEncryption({ program, encryption, standards }: RenderInput, session: LayoutSession): Encryption | undefined {
  const asked = program.encryption;
  if ((encryption || asked) && findStandardWith('encryption', standards)) {
    const [place, part] = asked ? ['/document/encryption', '"encryption"'] : ['', 'the passwords'];
    session.breach('encryption', place, undefined, `the document may not be encrypted. Leave out ${part}, or the standard.`, 0);
    return undefined;
  }
  if (!encryption) {
    if (!asked) return undefined;
    throw new PdfgenError(
      'ENCRYPTION_INVALID',
      'The template asks for an encrypted document (document.encryption), and there is no password. Give one: --user-password-file or --owner-password-file with "pdfgen generate single", or `options.encryption` in a call.',
    );
  }
  const { userPassword, ownerPassword, permissions, randomBytes } = encryption;
  if (userPassword === undefined && ownerPassword === undefined)
    throw new PdfgenError('ENCRYPTION_INVALID', 'The encryption has no password. Give "userPassword", "ownerPassword" or both.');
  return { userPassword, ownerPassword, allowed: permissions ?? asked?.permissions, randomBytes };
}

const conventions = [
  ['locale', findLocaleFault, 'used instead: en-US'],
  ['timezone', findZoneFault, 'used instead: UTC'],
  ['currency', findCurrencyFault, 'amounts are printed with it as it is'],
] as const;

function rootScope(program: Program, data: unknown, date: string | undefined, session: LayoutSession): BoundScope {
  const bare: Scope = {
    data,
    locals: [],
    loop: undefined,
    page: { number: undefined, total: undefined },
    doc: { title: '', date: date ?? '' },
    format: { locale: 'en-US', currency: undefined, timezone: 'UTC' },
  };
  const format: FormatSettings = {
    locale: program.locale?.text(bare) || 'en-US',
    currency: program.currency?.text(bare) || undefined,
    timezone: program.timezone?.text(bare) || 'UTC',
  };
  // An unknown value from the data is a warning, not an error: data must not stop a document.
  for (const [member, findFault, instead] of conventions) {
    const value = format[member];
    // Literal values were checked when the template was compiled.
    const fault = value === undefined || program[member]?.isLiteral !== false ? undefined : findFault(value);
    if (fault !== undefined) session.warn(`unknown-${member}`, `/${member}`, undefined, withInstead(fault, instead));
  }
  const title = program.document.title?.text({ ...bare, format }) ?? '';
  return { ...bare, format, doc: { title, date: date ?? '' }, place: undefined, tag: undefined, session };
}

/** A fault, followed by its consequence. Some faults end with a question. */
function withInstead(fault: string, instead: string): string {
  return fault.endsWith('?') ? `${fault} ${instead[0]!.toUpperCase()}${instead.slice(1)}.` : `${fault}; ${instead}.`;
}

const dataUri = /^data:image\/(?:png|jpe?g);base64,/i;

function imageLookup(resources: Resources, limits: RenderLimits): ImageLookup {
  const opened = new Map<string, ReturnType<ImageLookup>>();
  return (source) => {
    const key = source.length > 200 ? createHash('sha256').update(source).digest('hex') : source;
    let image = opened.get(key);
    if (!image) {
      image = findImage(source, resources, limits);
      opened.set(key, image);
    }
    return image;
  };
}

function findImage(source: string, resources: Resources, limits: RenderLimits): ImageSource | { readonly problem: string } {
  const uri = dataUri.exec(source);
  if (!uri && source.startsWith('data:')) return { problem: 'The data: URI is not a base64 PNG or JPEG.' };
  const bytes = uri ? Buffer.from(source.slice(uri[0].length), 'base64') : undefined;
  const resource = bytes ? { key: createHash('sha256').update(bytes).digest('hex'), bytes } : resources.image(source);
  if (!resource) return { problem: `${explainMissing('image', source, resources)}.`.replace(/\?\.$/, '?') };
  try {
    return openImage(resource, { maxPixels: limits.maxImagePixels, maxBytes: limits.maxImageBytes });
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'ASSET_INVALID')
      return { problem: `${uri ? 'The image' : source}: ${error.message}` };
    throw error;
  }
}
