// Writes pages into the file, one after the other. A page's content is written when it leaves a short window; only ids stay in memory.
import type { Item, LinkItem, Page } from '../layout/fragment.ts';
import { Canvas } from './canvas.ts';
import { deflate } from './deflate.ts';
import type { Fonts } from './fonts.ts';
import type { Images } from './images.ts';
import { formatUriLink, linkRect, type NamedLink, type Navigation } from './navigation.ts';
import { formatLength } from './number.ts';
import { paintItems } from './paint-items.ts';
import type { PdfSink } from './pdf-sink.ts';

/** Number of pages that wait for the total, so that each page of a short document is a single stream. */
const windowPages = 8;

/** The data of a page that stays until the end. */
interface PageRecord {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly late: Page['late'];
  /** Undefined: the content is written. */
  canvas: Canvas | undefined;
  readonly contents: number[];
  /** Annotations already written. */
  readonly annotations: number[];
  readonly namedLinks: NamedLink[];
}

export interface PagePorts {
  readonly sink: PdfSink;
  readonly fonts: Fonts;
  readonly images: Images;
  readonly navigation: Navigation;
}

export class PageWriter {
  readonly #ports: PagePorts;
  readonly #pages: PageRecord[] = [];
  /** Index of the first page with unwritten content. */
  #open = 0;

  constructor(ports: PagePorts) {
    this.#ports = ports;
  }

  add({ width, height, items, late }: Page): void {
    const canvas = new Canvas(height);
    const id = this.#ports.sink.reserve();
    const record: PageRecord = { id, width, height, late, canvas, contents: [], annotations: [], namedLinks: [] };
    this.#pages.push(record);
    this.#paint(items, canvas, record);
    if (this.#pages.length - this.#open > windowPages) this.#flush();
  }

  /** Paints the items that waited for the total, writes the page objects and returns their ids. */
  end(resources: number): number[] {
    const total = this.#pages.length;
    for (const [index, record] of this.#pages.entries()) {
      const canvas = record.canvas ?? new Canvas(record.height);
      const isOpen = index >= this.#open;
      if (record.late) this.#paint(record.late(total), canvas, record);
      if (isOpen || record.late) this.#writeContent(record, canvas.finish());
    }
    for (const [index, record] of this.#pages.entries()) this.#writePage(record, index + 1, resources);
    return this.#pages.map(({ id }) => id);
  }

  /** Writes the oldest open page. Later items of it need the graphics state of a new page. */
  #flush(): void {
    const record = this.#pages[this.#open]!;
    const content = record.canvas!.finish();
    record.canvas = undefined;
    this.#open++;
    this.#writeContent(record, record.late ? `q\n${content}Q\n` : content);
  }

  #paint(items: readonly Item[], canvas: Canvas, record: PageRecord): void {
    const { fonts, images, navigation } = this.#ports;
    paintItems(items, {
      canvas,
      fonts,
      images,
      addLink: (item) => this.#addLink(item, canvas, record),
      addAnchor: (item) => navigation.addAnchor(item, canvas, record.id),
    });
  }

  #addLink(item: LinkItem, canvas: Canvas, record: PageRecord): void {
    const rect = linkRect(item, canvas);
    if (item.target.startsWith('#')) {
      record.namedLinks.push({ rect, anchor: item.target.slice(1), source: item.source });
      return;
    }
    const annotation = formatUriLink(rect, item.target);
    const id = this.#ports.sink.reserve();
    record.annotations.push(id);
    this.#ports.sink.writeObject(id, annotation);
  }

  #writeContent(record: PageRecord, content: string): void {
    if (content === '') return;
    const id = this.#ports.sink.reserve();
    record.contents.push(id);
    this.#ports.sink.writeStream(id, '/Filter/FlateDecode', deflate(Buffer.from(content, 'latin1')));
  }

  #writePage(record: PageRecord, page: number, resources: number): void {
    const { sink, navigation } = this.#ports;
    const named = record.namedLinks.map((link) => navigation.resolve(link, page)).filter((link) => link !== undefined);
    const annotations = [...record.annotations.map((id) => `${id} 0 R`), ...named].join(' ');
    const contents = record.contents.map((id) => `${id} 0 R`).join(' ');
    sink.writeObject(
      record.id,
      `<</Type/Page/Parent ${sink.pageTree} 0 R/MediaBox[0 0 ${formatLength(record.width)} ${formatLength(record.height)}]` +
        `/Resources ${resources} 0 R${contents && `/Contents${record.contents.length === 1 ? ` ${contents}` : `[${contents}]`}`}` +
        `${annotations && `/Annots[${annotations}]`}>>`,
    );
  }
}
