// Template and data to PDF: compile (once) -> bind and lay out, page by page -> paint.

import type { CompleteOptions } from '../contract/document-options.ts';
import type { encryptionOption } from '../contract/encryption.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { FromSchema } from '../contract/schema.ts';
import type { StandardName, StandardRule } from '../contract/standards.ts';
import type { Program } from './compile/compile-template.ts';
import { checkEncryption, standardBreach } from './head.ts';
import { type LayoutInput, layOutDocument, type PageTaker } from './lay-out-document.ts';
import type { LayoutSession } from './layout/session.ts';
import { createPageDigest } from './page-digest.ts';
import type { Encryption } from './paint/cipher.ts';
import { type ClassicForm, createPdf, loadClassicForm, type PdfWriter } from './paint/create-pdf.ts';
import type { ShownFace } from './paint/fonts.ts';
import { describeStandard } from './standard.ts';

export interface RenderInput extends LayoutInput {
  readonly options: CompleteOptions;
  /** From `loadWriter`. */
  readonly classicForm?: ClassicForm | undefined;
  /** Passwords, and what they allow. Undefined: the document is not encrypted. */
  readonly encryption?: (FromSchema<typeof encryptionOption> & Pick<Encryption, 'randomBytes'>) | undefined;
  /** Gives the digest of the pages. */
  readonly wantsDigest?: boolean | undefined;
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
  /** Of the pages. Undefined: not asked for. */
  readonly digest: string | undefined;
}

/**
 * Renders one document. Raises ATTACHMENT_INVALID, ENCRYPTION_INVALID, METADATA_INVALID, NO_PAGES, RENDER_LIMIT, RENDER_TIMEOUT, STANDARD_BREACH, and
 * RENDER_WARNINGS for text whose overflow is an error. Call it by `withDemanded`.
 */
export function renderDocument(input: RenderInput): Rendered {
  const { program, standards, options, classicForm, write } = input;
  const digest = input.wantsDigest ? createPageDigest() : undefined;
  let pdf: PdfWriter | undefined;
  const { pages, session, filename } = layOutDocument(input, (parts, opened) => {
    pdf = createPdf({ ...parts, encryption: chooseEncryption(input, opened), options, classicForm, write });
    return digest ? passToAll([pdf, digest]) : pdf;
  });
  const { bytes, sha256, faces, hasLongString } = pdf!.end();
  if (hasLongString)
    session.breach('text-length', '', undefined, 'a text outside of the pages is too long. Shorten it, or leave it out.', 0);
  for (const face of faces) checkGlyphPictures(face, program, session);
  if (session.breaches.length > 0) throw standardBreach(standards, session.breaches);
  return { pages, bytes, sha256, warnings: session.warnings, filename, digest: digest?.end() };
}

const passToAll = (takers: readonly PageTaker[]): PageTaker => ({
  addPage(page) {
    for (const taker of takers) taker.addPage(page);
  },
  addLate(page, items) {
    for (const taker of takers) taker.addLate(page, items);
  },
});

/** Loads what documents of these standards need to be written. */
export async function loadWriter(standards: readonly StandardName[]): Promise<Pick<RenderInput, 'classicForm'>> {
  return { classicForm: await loadClassicForm(describeStandard(standards)) };
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
function chooseEncryption({ program, encryption }: RenderInput, session: LayoutSession): Encryption | undefined {
  const asked = program.encryption;
  if ((encryption || asked) && session.keeps('encryption')) {
    checkEncryption(asked, session);
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
