// Lays out a document: from template and data to finished pages, metadata, attachments and warnings.

import { findPictureInUri, pictureUriFault } from '../contract/asset-types.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { StandardName } from '../contract/standards.ts';
import { fromBase64, sha256 } from '../platform/index.ts';
import { counted } from '../words/counts.ts';
import { formatCode, listCodes } from '../words/list-codes.ts';
import { suggest } from '../words/nearest.ts';
import type { Program } from './compile/compile-template.ts';
import { bindHead, checkHead, type HeadInput } from './head.ts';
import type { ImageSource } from './image/image-source.ts';
import { openImage } from './image/open-image.ts';
import type { PictureFonts } from './image/picture-reader.ts';
import { checkAttachments } from './layout/check-attachments.ts';
import { checkEntries, checkStructure } from './layout/check-structure.ts';
import { DataPaths } from './layout/data-place.ts';
import type { Attachment, Metadata, Page, PageItem, Viewer } from './layout/fragment.ts';
import { layOutPages } from './layout/lay-out-pages.ts';
import { PageIndex } from './layout/page-index.ts';
import { type ImageLookup, LayoutSession, type RenderLimits } from './layout/session.ts';
import { Element } from './layout/tag.ts';
import { explainMissing, type Resources } from './resources.ts';
import { describeStandard, type Standard } from './standard.ts';
import { mostInstances } from './text/font/variation-axes.ts';

export interface LayoutInput extends HeadInput {
  readonly program: Program;
  readonly resources: Resources;
  /** The standards that the document keeps. */
  readonly standards: readonly StandardName[];
  /** The electronic invoice that the document carries. */
  readonly invoice?: { readonly attachment: Attachment; readonly profile: string; readonly version: string } | undefined;
  /** Asks for the origins of pages: where their parts and items come from. */
  readonly isTraced?: boolean | undefined;
}

/** What belongs to a document besides its pages. */
export interface DocumentParts {
  readonly metadata: Metadata;
  /** The root of the structure. Undefined: the document is not tagged. */
  readonly structure: Element | undefined;
  readonly attachments: readonly Attachment[];
  readonly viewer: Viewer;
  readonly standard: Standard;
  /** Fields and annotations that are not painted. Those of a page are there when the page is taken. */
  readonly leftOut: ReadonlySet<PageItem>;
}

/** Takes the pages as they are finished. It joins inline elements to the structure, since it alone knows the order of what it draws. */
export interface PageTaker {
  addPage(page: Page): void;
  /** Takes the late items of a page, from 0, in the order of pages. All pages were taken. */
  addLate(page: number, items: readonly PageItem[]): void;
}

export interface LaidOut {
  readonly pages: number;
  /** With the warnings, and the breaches of the standards so far. */
  readonly session: LayoutSession;
  /** The value of `document.filename`. Empty: no name. */
  readonly filename: string;
}

/**
 * Lays out one document. `open` gets what is known before the first page. Raises ATTACHMENT_INVALID, METADATA_INVALID, NO_PAGES, RENDER_LIMIT and
 * RENDER_TIMEOUT. Call it by `withDemanded`.
 */
export function layOutDocument(input: LayoutInput, open: (parts: DocumentParts, session: LayoutSession) => PageTaker): LaidOut {
  const { program, resources, limits } = input;
  const session = new LayoutSession(
    limits,
    imageLookup(resources, limits, program.pictureFonts),
    input.checkTime,
    input.standards,
    undefined,
    new DataPaths(input.data),
  );
  session.isTraced = input.isTraced ?? false;
  const structure = program.isTagged ? new Element('Document', undefined) : undefined;
  const head = bindHead(input, session, structure);
  const { scope } = head;
  // Before the pages, so that its warnings name no page.
  const filename = program.document.filename?.plain(scope).trim() ?? '';
  if (program.usesDate && input.date === undefined)
    session.warn('no-date', '/', undefined, 'The template uses doc.date, but no date was given: doc.date is missing.');
  const metadata = { ...head.metadata, invoice: input.invoice && describeInvoice(input.invoice) };
  const standard = describeStandard(input.standards);
  const attachments = withInvoice(program.bindAttachments(scope), input.invoice?.attachment);
  checkAttachments(attachments, standard.archive?.part, session);
  const index = new PageIndex((page) => session.labels.labelOf(page));
  const { leftOut } = index;
  const viewer: Viewer = scope.dir === 'rtl' ? { ...program.viewer, isRightToLeft: true } : program.viewer;
  const taker = open({ metadata, structure, attachments, viewer, standard, leftOut }, session);
  const late: [page: number, make: NonNullable<Page['late']>][] = [];
  let pages = 0;
  const note = (items: readonly PageItem[], page: number): void => {
    index.add(items, page);
    if (index.instances > mostInstances) throw tooManyInstances();
  };
  layOutPages(program, scope, session, (page) => {
    if (Math.min(page.width, page.height) < 3)
      session.breach('page-size', '/pages', undefined, 'a page is at least 3 pt wide and high.');
    if (page.late) late.push([pages, page.late]);
    pages++;
    note(page.items, pages);
    taker.addPage(page);
  });
  if (structure) checkStructure(structure, session);
  checkHead(program, metadata, session);
  const all = { total: pages, anchors: index };
  for (const [page, make] of late) {
    const items = make(all);
    note(items, page + 1);
    taker.addLate(page, items);
  }
  if (pages > 8191)
    session.breach('pages', '', undefined, `the document has ${counted(pages, 'page')}, and a file may list 8191.`, 0);
  if (structure && standard.accessible === 2) checkEntries(structure, index.leadingLinks(pages), session);
  warnOfFonts(index, program, session);
  for (const { code, source, page, message } of index.fields.faults()) session.warnOf(code, source, message, page);
  warnOfFirstPage(program.viewer, pages, session);
  warnOfLinks(index, pages, session);
  return { pages, session, filename };
}

function warnOfFonts({ faces, fontDoubts, strangers }: PageIndex, program: Program, session: LayoutSession): void {
  for (const { id } of faces) {
    const doubt = program.colorFonts.get(id);
    if (doubt) session.warn('color-font', doubt.pointer, undefined, doubt.message, 0);
  }
  for (const { pointer, message } of fontDoubts) session.warn('missing-font-style', pointer, undefined, message, 0);
  for (const { font, letters } of strangers.values()) {
    const shown = listCodes(
      [...letters].map((letter) => letter.codePointAt(0)!).sort((a, b) => a - b),
      (code) => `${formatCode(code)} "${String.fromCodePoint(code)}"`,
    );
    const message = `The font "${font.named}" has no ${shown}: ${font.face.postscriptName} is used there. Take a complete file of the font, or name a font with these letters as its "fallback".`;
    session.warn('font-mixed', font.pointer, undefined, message, 0);
  }
}

function warnOfFirstPage({ page }: Viewer, pages: number, session: LayoutSession): void {
  if (page === undefined || page <= pages) return;
  const message = `The viewer should show page ${page} first, and the document has ${counted(pages, 'page')}: it opens at its beginning.`;
  session.warn('missing-page', '/document/viewer/page', undefined, message, 0);
}

function warnOfLinks(index: PageIndex, pages: number, session: LayoutSession): void {
  for (const { anchor, isLost, source, page } of index.doubtfulLinks(pages)) {
    const name = JSON.stringify(anchor.slice(0, 80));
    if (!isLost) {
      const message = `Several places have the anchor ${name}; the link leads to the first.`;
      session.warnOf('anchor-twice', source, message, page, anchor);
    } else if (/^page=\d+$/.test(anchor)) {
      const message = `The document has no page ${anchor.slice(5)}, and the link to it is left out. The last page is ${pages}.`;
      session.warnOf('link-dropped', source, message, page, message);
    } else {
      const message = `Nothing in the document has the anchor ${name}, and the link to it is left out${suggest(anchor, index.list()) || '.'}`;
      session.warnOf('link-dropped', source, message, page, message);
    }
  }
}

function tooManyInstances(): PdfgenError {
  return new PdfgenError(
    'RENDER_LIMIT',
    `The document sets the axes of variable fonts in more than ${mostInstances} ways. Use fewer weights and sizes, or set "axes": { "opsz": … } for all sizes.`,
  );
}

const describeInvoice = ({ attachment, profile, version }: NonNullable<LayoutInput['invoice']>) => ({
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
