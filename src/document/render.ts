// Template and data to PDF: compile (once) -> bind and lay out, page by page -> paint.

import { findPictureInUri, pictureUriFault } from '../contract/asset-types.ts';
import type { CompleteOptions } from '../contract/document-options.ts';
import type { encryptionOption } from '../contract/encryption.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { FromSchema } from '../contract/schema.ts';
import { findStandardWith, type StandardName, type StandardRule } from '../contract/standards.ts';
import { fromBase64, sha256 } from '../platform/index.ts';
import { counted } from '../words/counts.ts';
import { suggest } from '../words/nearest.ts';
import type { Program } from './compile/compile-template.ts';
import { bindHead, checkHead, encryptionFault, type HeadInput, standardBreach } from './head.ts';
import { type ImageSource, openImage, type PictureFonts } from './image/index.ts';
import { checkAttachments } from './layout/check-attachments.ts';
import { checkEntries, checkStructure } from './layout/check-structure.ts';
import type { Attachment } from './layout/fragment.ts';
import { layOutPages } from './layout/lay-out-pages.ts';
import { type ImageLookup, LayoutSession, type RenderLimits } from './layout/session.ts';
import { Element } from './layout/tag.ts';
import { type ClassicForm, createPdf, type Encryption, loadClassicForm, type ShownFace } from './paint/index.ts';
import { explainMissing, type Resources } from './resources.ts';
import { describeStandard } from './standard.ts';

export interface RenderInput extends HeadInput {
  readonly program: Program;
  readonly resources: Resources;
  readonly options: CompleteOptions;
  /** The standards that the document keeps. */
  readonly standards: readonly StandardName[];
  /** From `loadWriter`. */
  readonly classicForm?: ClassicForm | undefined;
  /** The electronic invoice that the document carries. */
  readonly invoice?: { readonly attachment: Attachment; readonly profile: string; readonly version: string } | undefined;
  /** Passwords, and what they allow. Undefined: the document is not encrypted. */
  readonly encryption?: (FromSchema<typeof encryptionOption> & Pick<Encryption, 'randomBytes'>) | undefined;
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
 * Renders one document. Raises ATTACHMENT_INVALID, ENCRYPTION_INVALID, METADATA_INVALID, NO_PAGES, RENDER_LIMIT, RENDER_TIMEOUT, STANDARD_BREACH, and
 * RENDER_WARNINGS for text whose overflow is an error. Call it by `withDemanded`.
 */
export function renderDocument(input: RenderInput): Rendered {
  const { program, resources, limits } = input;
  const session = new LayoutSession(
    limits,
    imageLookup(resources, limits, program.pictureFonts),
    input.checkTime,
    input.standards,
  );
  const structure = program.isTagged ? new Element('Document', undefined) : undefined;
  const head = bindHead(input, session, structure);
  const { scope } = head;
  if (program.usesDate && input.date === undefined)
    session.warn('no-date', '/', undefined, 'The template uses doc.date, but no date was given: doc.date prints nothing.');
  const metadata = {
    ...head.metadata,
    invoice: input.invoice && describeInvoice(input.invoice),
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
    options: input.options,
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
  checkHead(program, metadata, session);
  const {
    pages,
    bytes,
    sha256,
    doubtfulLinks,
    fieldFaults,
    lacksFirstPage,
    lostEntries,
    anchors,
    faces,
    fontDoubts,
    hasLongString,
  } = pdf.end();
  if (hasLongString)
    session.breach('text-length', '', undefined, 'a text outside of the pages is too long. Shorten it, or leave it out.', 0);
  if (pages > 8191)
    session.breach('pages', '', undefined, `the document has ${counted(pages, 'page')}, and a file may list 8191.`, 0);
  if (structure && lostEntries.length > 0) checkEntries(structure, new Set(lostEntries), session);
  for (const face of faces) checkGlyphPictures(face, program, session);
  if (session.breaches.length > 0) throw standardBreach(input.standards, session.breaches);
  for (const { id } of faces) {
    const doubt = program.colorFonts.get(id);
    if (doubt) session.warn('color-font', doubt.pointer, undefined, doubt.message, 0);
  }
  for (const { pointer, message } of fontDoubts) session.warn('missing-font-style', pointer, undefined, message, 0);
  for (const { code, source, page, message } of fieldFaults) session.warnOf(code, source, message, page);
  if (lacksFirstPage) {
    const message = `The viewer should show page ${program.viewer.page} first, and the document has ${counted(pages, 'page')}: it opens at its beginning.`;
    session.warn('missing-page', '/document/viewer/page', undefined, message, 0);
  }
  for (const { anchor, isLost, source, page } of doubtfulLinks) {
    const name = JSON.stringify(anchor.slice(0, 80));
    if (!isLost)
      session.warnOf(
        'anchor-twice',
        source,
        `Several places have the anchor ${name}; the link leads to the first.`,
        page,
        anchor,
      );
    else if (/^page=\d+$/.test(anchor)) {
      const message = `The document has no page ${anchor.slice(5)}, and the link to it is left out. The last page is ${pages}.`;
      session.warnOf('link-dropped', source, message, page, message);
    } else {
      const message = `Nothing in the document has the anchor ${name}, and the link to it is left out${suggest(anchor, anchors) || '.'}`;
      session.warnOf('link-dropped', source, message, page, message);
    }
  }
  return { pages, bytes, sha256, warnings: session.warnings, filename: program.document.filename?.plain(scope).trim() ?? '' };
}

/** Loads what documents of these standards need to be written. */
export async function loadWriter(standards: readonly StandardName[]): Promise<Pick<RenderInput, 'classicForm'>> {
  return { classicForm: await loadClassicForm(describeStandard(standards)) };
}

const describeInvoice = ({ attachment, profile, version }: NonNullable<RenderInput['invoice']>) => ({
  filename: attachment.filename,
  profile,
  version,
});

/** The attachments with the XML of the invoice first. Raises ATTACHMENT_INVALID if another one has its name. */
function withInvoice(attachments: readonly Attachment[], invoice: Attachment | undefined): readonly Attachment[] {
  if (!invoice) return attachments;
  if (attachments.some(({ filename }) => filename.toLowerCase() === invoice.filename)) {
    const message = `An attachment has the name of the electronic invoice, ${invoice.filename}. Give it another "filename".`;
    throw new PdfgenError('ATTACHMENT_INVALID', message);
  }
  return [invoice, ...attachments];
}

/** Notes what the standards refuse in characters of colour fonts. */
function checkGlyphPictures({ id, isTransparent, isDeep }: ShownFace, program: Program, session: LayoutSession): void {
  const font = program.fontsOfPictures.get(id);
  if (!font) return;
  const breach = (rule: StandardRule, what: string) => session.breach(rule, font.pointer, undefined, `${font.file} ${what}`, 0);
  if (isTransparent)
    breach(
      'transparency',
      'draws half transparent characters, and transparency is not allowed. Use another font, or choose PDF/A-2 or later.',
    );
  if (isDeep) breach('image-depth', 'has pictures of characters with 16 bits a sample. Use another font.');
}

/** Notes encryption that a standard forbids. Raises ENCRYPTION_INVALID when a password is missing. */
function chooseEncryption({ program, encryption, standards }: RenderInput, session: LayoutSession): Encryption | undefined {
  const asked = program.encryption;
  if ((encryption || asked) && findStandardWith('encryption', standards)) {
    const { rule, component, message } = encryptionFault(asked);
    session.breach(rule, component, undefined, message, 0);
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

function imageLookup(resources: Resources, limits: RenderLimits, fonts: PictureFonts): ImageLookup {
  const opened = new Map<string, ReturnType<ImageLookup>>();
  return (source) => {
    const key = source.length > 200 ? sha256(source) : source;
    let image = opened.get(key);
    if (!image) {
      image = findImage(source, resources, limits, fonts);
      opened.set(key, image);
    }
    return image;
  };
}

function findImage(
  source: string,
  resources: Resources,
  limits: RenderLimits,
  fonts: PictureFonts,
): ImageSource | { readonly problem: string } {
  const start = findPictureInUri(source);
  if (start === undefined && source.startsWith('data:')) return { problem: pictureUriFault };
  const bytes = start === undefined ? undefined : fromBase64(source.slice(start));
  const resource = bytes ? { key: sha256(bytes), bytes } : resources.image(source);
  if (!resource) return { problem: `${explainMissing('image', source, resources)}.`.replace(/\?\.$/, '?') };
  try {
    const opened = openImage(resource, { maxPixels: limits.maxImagePixels, maxBytes: limits.maxImageBytes }, fonts);
    return bytes ? opened : { ...opened, name: source };
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'ASSET_INVALID')
      return { problem: bytes ? error.message : `${source}: ${error.message}` };
    throw error;
  }
}
