// Writes pages into the file, one after the other. A page's content is written when it leaves a short window; only ids stay in memory.
import { PdfgenError } from '../../contract/errors.ts';
import type { Page, PageItem } from '../layout/fragment.ts';
import { isNamed } from '../layout/named-link.ts';
import { writeAnnotation } from './annotations.ts';
import type { Appearances } from './appearances.ts';
import { Canvas } from './canvas.ts';
import { deflate } from './deflate.ts';
import type { Fields } from './fields.ts';
import type { Fonts } from './fonts.ts';
import type { Forms } from './forms.ts';
import type { Gradients } from './gradients.ts';
import type { Images } from './images.ts';
import { addLink, type Link, writeLink } from './links.ts';
import { PageMarks } from './marked-content.ts';
import type { Navigation } from './navigation.ts';
import { formatLength } from './number.ts';
import { type PaintTarget, paintItems } from './paint-items.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure, WrittenPage } from './structure.ts';

/** Number of pages that wait for late items, so that each page of a short document is a single stream. */
const windowPages = 8;

/** A page of the PDF, as far as it is kept until the end. */
interface PdfPage {
  readonly id: number;
  /** From 0. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** Late items will follow. */
  readonly isUnfinished: boolean;
  /** Undefined: the content is written. */
  canvas: Canvas | undefined;
  readonly contents: number[];
  readonly marks: PageMarks | undefined;
  /** Annotations already written. */
  readonly annotations: number[];
  /** Links that are not written yet. */
  links: Link[];
}

/** What the pages of a PDF share. */
export interface PagePorts {
  readonly sink: PdfSink;
  readonly fonts: Fonts;
  readonly images: Images;
  readonly forms: Forms;
  readonly gradients: Gradients;
  readonly navigation: Navigation;
  readonly fields: Fields;
  readonly appearances: Appearances;
  /** Undefined: the document is not tagged. */
  readonly structure: Structure | undefined;
  /** Fields and annotations that are not painted. */
  readonly leftOut: ReadonlySet<PageItem>;
}

/** A page whose content is longer than a string of V8 is refused. */
function paintWithin(page: number, paint: () => void): void {
  try {
    paint();
  } catch (error) {
    if (!(error instanceof RangeError) || error.message !== 'Invalid string length') throw error;
    throw new PdfgenError('RENDER_LIMIT', `Page ${page} has more than 500 MB of content. Draw less on it.`);
  }
}

/** Paints the pages that layout hands over, and writes them. */
export class PageWriter {
  readonly #ports: PagePorts;
  readonly #pages: PdfPage[] = [];
  /** Index of the first page with unwritten content. */
  #open = 0;
  /** The document has text notes. */
  #hasNotes = false;

  constructor(ports: PagePorts) {
    this.#ports = ports;
  }

  add({ width, height, items, late }: Page): void {
    const { sink, structure } = this.#ports;
    const marks = structure && new PageMarks(this.#pages.length, width, height, structure.figures);
    const canvas = new Canvas(height, marks);
    const id = sink.reserve();
    this.#ports.navigation.addPage(id);
    const record: PdfPage = {
      id,
      index: this.#pages.length,
      width,
      height,
      isUnfinished: late !== undefined,
      canvas,
      marks,
      contents: [],
      annotations: [],
      links: [],
    };
    this.#pages.push(record);
    this.#paint(items, canvas, record);
    if (this.#pages.length - this.#open > windowPages) this.#flush();
  }

  /** Paints the items of a page, from 0, that waited for all pages. */
  addLate(index: number, items: readonly PageItem[]): void {
    this.#writeOpenUntil(index);
    const record = this.#pages[index]!;
    const canvas = record.canvas ?? new Canvas(record.height, record.marks);
    this.#paint(items, canvas, record);
    if (record.canvas) this.#writeOpenUntil(index + 1);
    else this.#writeContent(record, canvas.finish());
  }

  /** Writes the page objects, when all is painted. */
  end(resources: number): readonly WrittenPage[] {
    this.#writeOpenUntil(this.#pages.length);
    for (const [index, record] of this.#pages.entries()) this.#writeLinks(record, index, () => true);
    const isOrdered = this.#ports.fields.areThere || this.#hasNotes;
    const order = isOrdered ? this.#ports.structure?.orderAnnotations() : undefined;
    if (order)
      for (const { annotations } of this.#pages)
        annotations.sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size));
    return this.#pages.map((record) => this.#writePage(record, resources));
  }

  /** Writes the content of open pages that are finished: those before `end`. */
  #writeOpenUntil(end: number): void {
    for (; this.#open < end; this.#open++) {
      const record = this.#pages[this.#open]!;
      const content = record.canvas!.finish();
      record.canvas = undefined;
      this.#writeContent(record, content);
    }
  }

  /** Writes the oldest open page. Later items of it need the graphics state of a new page. */
  #flush(): void {
    const record = this.#pages[this.#open]!;
    const content = record.canvas!.finish();
    record.canvas = undefined;
    this.#writeLinks(record, this.#open, ({ item }) => !isNamed(item.target));
    this.#open++;
    this.#writeContent(record, record.isUnfinished ? `q\n${content}Q\n` : content);
  }

  #paint(items: readonly PageItem[], canvas: Canvas, record: PdfPage): void {
    const { fonts, images, forms, gradients, navigation, fields, leftOut } = this.#ports;
    paintWithin(record.index + 1, () => {
      const target: PaintTarget = {
        canvas,
        fonts,
        images,
        forms,
        gradients,
        sheet: record,
        leftOut,
        addLink: (item, on) => addLink(record.links, item, on.pageRect(item.x, item.y, item.width, item.height)),
        addAnchor: (item, on) => navigation.addAnchor(item, on, record),
        addField(item, on) {
          const place = { area: on.pageRect(item.x, item.y, item.width, item.height), angle: on.angle, page: record };
          const paint = (look: readonly PageItem[], form: Canvas) => paintItems(look, { ...target, canvas: form });
          record.annotations.push(fields.add(item, place, paint));
        },
        addNote: (item, on) => {
          this.#hasNotes = true;
          const place = { area: on.pageRect(item.x, item.y, item.width, item.height), page: record };
          const paint = (look: readonly PageItem[], form: Canvas) => paintItems(look, { ...target, canvas: form });
          record.annotations.push(writeAnnotation(item, place, this.#ports, paint));
        },
      };
      paintItems(items, target);
    });
  }

  /** Writes the annotations of some links. A link to a name waits until all places are known. */
  #writeLinks(record: PdfPage, index: number, isReady: (link: Link) => boolean): void {
    if (record.links.length === 0) return;
    for (const link of record.links) {
      const id = isReady(link) ? writeLink(link, index, this.#ports) : undefined;
      if (id !== undefined) record.annotations.push(id);
    }
    record.links = record.links.filter((link) => !isReady(link));
  }

  #writeContent(record: PdfPage, content: string): void {
    if (content === '') return;
    const id = this.#ports.sink.reserve();
    record.contents.push(id);
    this.#ports.sink.writeStream(id, '/Filter/FlateDecode', deflate(Buffer.from(content, 'latin1')));
  }

  #writePage(record: PdfPage, resources: number): WrittenPage {
    const { sink, structure } = this.#ports;
    const { id, marks } = record;
    const annotations = record.annotations.map((annotation) => `${annotation} 0 R`).join(' ');
    const contents = record.contents.map((content) => `${content} 0 R`).join(' ');
    const key = marks && marks.count > 0 ? structure?.reserveKey() : undefined;
    sink.writeObject(
      id,
      `<</Type/Page/Parent ${sink.pageTree} 0 R/MediaBox[0 0 ${formatLength(record.width)} ${formatLength(record.height)}]` +
        `/Resources ${resources} 0 R${contents && `/Contents${record.contents.length === 1 ? ` ${contents}` : `[${contents}]`}`}` +
        `${annotations && `/Annots[${annotations}]`}${structure ? '/Tabs/S' : ''}${key === undefined ? '' : `/StructParents ${key}`}>>`,
    );
    return { id, key, marks: marks?.count ?? 0 };
  }
}
