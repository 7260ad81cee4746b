// Writes pages of placed items as the bytes of a PDF file: PDF 1.7, unless a standard asks for another version.
import type { CompleteOptions } from '../../contract/document-options.ts';
import type { Attachment, Metadata, Page, PageItem, PageLabels, Viewer } from '../layout/fragment.ts';
import type { Element } from '../layout/tag.ts';
import { noStandard, type Standard } from '../standard.ts';
import { Appearances } from './appearances.ts';
import { writeAttachments } from './attachments.ts';
import { type Cipher, createCipher, type Encryption } from './cipher.ts';
import { createCompactSink } from './compact-sink.ts';
import { Fields } from './fields.ts';
import { Fonts, type ShownFace } from './fonts.ts';
import { ForeignPages } from './foreign-pages.ts';
import { Forms } from './forms.ts';
import { Gradients } from './gradients.ts';
import { Images } from './images.ts';
import { watchStrings } from './long-strings.ts';
import { writeMetadata } from './metadata.ts';
import { Navigation } from './navigation.ts';
import { writeOutputIntent } from './output-intent.ts';
import { formatPageLabels } from './page-labels.ts';
import { PageWriter } from './page-writer.ts';
import type { PdfSink, WrittenFile } from './pdf-sink.ts';
import type { createPdfkitSink } from './pdfkit-sink.ts';
import { Structure } from './structure.ts';
import { formatTextString } from './text-string.ts';
import { TypingFonts } from './typing-fonts.ts';
import { formatView, formatViewer } from './viewer.ts';

export interface PdfOptions {
  readonly metadata: Metadata;
  /** The root of the structure tree. Its elements are complete when `end` is called. Undefined: no tags. */
  readonly structure: Element | undefined;
  readonly attachments?: readonly Attachment[];
  readonly viewer?: Viewer;
  /** Fields and annotations that are not painted. */
  readonly leftOut?: ReadonlySet<PageItem>;
  readonly encryption?: Encryption | undefined;
  readonly options: CompleteOptions;
  readonly standard?: Standard | undefined;
  /** From `loadClassicForm`. */
  readonly classicForm?: ClassicForm | undefined;
  /** Receives the file piece by piece, in order, during the calls of the writer. */
  write(chunk: Uint8Array): void;
}

export interface PdfWriter {
  /** Draws a page. Raises ASSET_INVALID for an image that cannot be read, RENDER_FAILED for items that layout should not have made. */
  addPage(page: Page): void;
  /** Draws the late items of a page, from 0: when all pages are drawn, and in the order of pages. */
  addLate(page: number, items: readonly PageItem[]): void;
  /** Writes the rest: fonts, outline, metadata. */
  end(): PdfResult;
}

export interface PdfResult extends WrittenFile {
  readonly pages: number;
  /** The fonts that the document shows. */
  readonly faces: readonly ShownFace[];
  /** A text outside of the pages is longer than the standard allows. */
  readonly hasLongString: boolean;
}

/** Starts a file. The same pages and options give the same bytes, whatever was painted before. */
export function createPdf({
  metadata,
  attachments = [],
  viewer = {},
  leftOut = new Set(),
  encryption,
  options,
  structure: root,
  standard = noStandard,
  classicForm,
  write,
}: PdfOptions): PdfWriter {
  const file = openSink(standard, encryption && createCipher(encryption), { classicForm, write });
  const { sink, hasLongString } = watchStrings(file, standard);
  const fonts = new Fonts();
  const navigation = new Navigation(standard.accessible === 2 && root ? sink : undefined);
  const resources = sink.reserve();
  const structure = root && new Structure(root, sink, standard.pdfVersion);
  const appearances = new Appearances(sink, resources);
  const fields = new Fields(sink, appearances, structure, new TypingFonts(sink, standard.archive?.part === 1));
  const forms = new Forms(sink, resources, structure);
  const gradients = new Gradients(sink);
  const foreign = new ForeignPages(sink);
  const images = new Images({ sink, resources, forms, gradients }, foreign, standard.archive);
  const pages = new PageWriter({ sink, fonts, images, forms, gradients, navigation, fields, appearances, structure, leftOut });

  /** By the index of the page that they begin with. */
  const labels = new Map<number, PageLabels>();
  let count = 0;

  return {
    addPage(page) {
      if (page.labels) labels.set(count, page.labels);
      count++;
      pages.add(page);
    },
    addLate: (page, items) => pages.addLate(page, items),
    end() {
      const written = pages.end(resources);
      const fontEntries = fonts.write(sink, options.fontSubset, standard.archive?.part === 1);
      const objects = images.entries() + forms.entries();
      const states = forms.stateEntries();
      const patterns = gradients.entries();
      sink.writeObject(
        resources,
        `<<${fontEntries && `/Font<<${fontEntries}>>`}${objects && `/XObject<<${objects}>>`}${states && `/ExtGState<<${states}>>`}${patterns && `/Pattern<<${patterns}>>`}>>`,
      );
      const catalog: Record<string, string> = {};
      if (metadata.lang !== undefined) catalog.Lang = formatTextString(metadata.lang);
      const outline = navigation.writeOutline(sink, viewer.outlineLevels);
      if (outline !== undefined) catalog.Outlines = `${outline} 0 R`;
      Object.assign(catalog, formatViewer(viewer, { hasTitle: Boolean(metadata.title), opensOutline: navigation.opensOutline }));
      const { page = viewer.zoom === undefined ? undefined : 1, zoom } = viewer;
      const first = page === undefined ? undefined : navigation.openAt(page, formatView(zoom));
      if (first !== undefined) catalog.OpenAction = first;
      if (labels.size > 0) catalog.PageLabels = formatPageLabels(labels);
      const layers = foreign.formatLayers();
      if (layers !== undefined) catalog.OCProperties = layers;
      const form = fields.write();
      if (form !== undefined) catalog.AcroForm = `${form} 0 R`;
      if (structure) {
        Object.assign(catalog, structure.write(written));
        navigation.writeStructured((place) => structure.elementAt(place));
      }
      const about = writeMetadata(sink, metadata, standard);
      if (standard.archive) Object.assign(catalog, writeOutputIntent(sink));
      Object.assign(catalog, about.catalog, writeAttachments(sink, attachments, metadata.date));
      return {
        pages: written.length,
        faces: fonts.shown(),
        ...sink.end({ pages: written.map(({ id }) => id), catalog, info: about.info }),
        hasLongString: hasLongString(),
      };
    },
  };
}

/** Writes PDF 1.4, which has neither object streams nor cross-reference streams. */
export type ClassicForm = typeof createPdfkitSink;

/** Loads the writer of PDF 1.4 for standards that need it. Other documents do without PDFKit, which takes longer to load than to paint a page. */
export async function loadClassicForm({ pdfVersion }: Standard): Promise<ClassicForm | undefined> {
  return pdfVersion === '1.4' ? (await import('./pdfkit-sink.ts')).createPdfkitSink : undefined;
}

function openSink(
  { pdfVersion }: Standard,
  cipher: Cipher | undefined,
  { classicForm, write }: Pick<PdfOptions, 'classicForm' | 'write'>,
): PdfSink {
  if (pdfVersion !== '1.4') return createCompactSink({ version: pdfVersion, cipher, write });
  if (!classicForm) throw new Error('PDF 1.4 needs `classicForm`.');
  return classicForm({ write });
}
