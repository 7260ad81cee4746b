// Copies pages of a file as forms, with the objects that they use.
import { deflateSync } from 'node:zlib';
import type { PDFDict, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import * as lib from '@cantoo/pdf-lib';
import { type CopiedObject, Copier, writeCopied } from '../../pdf-file/copier.ts';
import { decodeStream } from '../../pdf-file/decode-stream.ts';
import type { FileRoom } from '../../pdf-file/file-room.ts';
import { asDict, type Dict, Name, Ref, UnreadablePdf } from '../../pdf-file/objects.ts';
import { type Matrix, multiply } from '../vector/matrix.ts';
import type { Layer, PageCopier, PageSink } from './foreign-page.ts';
import type { OpenFile, ReadyPage } from './ready-page.ts';
import { stripMarks } from './strip-marks.ts';

/** Entries of streams that lead out of the page, to elements, to other files or to data of other programs. */
const leftOut = ['Length', 'StructParent', 'StructParents', 'Metadata', 'PieceInfo', 'LastModified', 'OPI', 'Ref'];

export function copyPages(file: OpenFile, room: FileRoom, sink: PageSink): PageCopier {
  const objects = new PageObjects(file, room, sink);
  const layersOf = readLayers(file);
  return {
    copy: (page) => objects.copyPage(page as ReadyPage),
    layers: () => layersOf((id, generation) => objects.idOf(lib.PDFRef.of(id, generation))),
  };
}

/** Copies objects one after the other, however they refer to each other. */
class PageObjects extends Copier {
  readonly #file: OpenFile;
  readonly #room: FileRoom;
  readonly #waiting: [id: number, value: PDFObject][] = [];
  /** The resources of the page that is being copied. */
  #resources: PDFObject | undefined;

  constructor(file: OpenFile, room: FileRoom, sink: PageSink) {
    super({ lib, context: file.context, sink });
    this.#file = file;
    this.#room = room;
  }

  idOf(ref: PDFRef): number | undefined {
    return this.ids.get(ref);
  }

  copyPage(page: ReadyPage): number {
    const { content, resources, annotations, node, box } = page;
    this.#resources = resources;
    const group = node.lookup(lib.PDFName.of('Group'));
    // The group of a page is isolated, whatever it says (ISO 32000-2, 11.4.7).
    const look = group instanceof lib.PDFDict ? `/Group<<${this.entriesOf(group, ['I'])}/I true>>` : '';
    const used = resources ? `/Resources ${this.format(resources)}` : '/Resources<<>>';
    const matrix = `/Matrix[${toUnitSquare(page).map(formatExactly).join(' ')}]`;
    const hasMore = annotations.length > 0;
    const main = this.#writeForm(box, `${hasMore ? '' : matrix}${look}${used}`, content);
    const id = hasMore ? this.#writeForm(box, `${matrix}${look}`, ...this.#withAnnotations(page, main)) : main;
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      writeCopied(this.sink, next[0], this.toCopied(next[1]));
    return id;
  }

  /** Content that paints a page and its annotations, and the resources of this content. */
  #withAnnotations({ annotations }: ReadyPage, page: number): readonly [content: Uint8Array, resources: string] {
    const content = ['/P Do'];
    let forms = `/P ${page} 0 R`;
    let layers = '';
    for (const [i, { appearance, matrix, layer }] of annotations.entries()) {
      // Some programs leave out the type of an appearance, which can be nothing else.
      const form = this.context.lookup(appearance);
      if (form instanceof lib.PDFRawStream) form.dict.set(lib.PDFName.of('Subtype'), lib.PDFName.of('Form'));
      forms += `/A${i} ${this.format(appearance)}`;
      const paint = `q ${matrix.map(formatExactly).join(' ')} cm /A${i} Do Q`;
      if (layer) layers += `/L${i} ${this.format(layer)}`;
      content.push(layer ? `/OC /L${i} BDC ${paint} EMC` : paint);
    }
    const lists = layers && `/Properties<<${layers}>>`;
    return [Buffer.from(content.join('\n')), `/Resources<</XObject<<${forms}>>${lists}>>`];
  }

  #writeForm(box: readonly number[], entries: string, content: Uint8Array, more = ''): number {
    const id = this.sink.reserve();
    const head = `/Type/XObject/Subtype/Form/BBox[${box.map(formatExactly).join(' ')}]${entries}${more}/Filter/FlateDecode`;
    this.sink.writeStream(id, head, deflateSync(content));
    return id;
  }

  protected override place(ref: PDFRef, value: PDFObject): void {
    const id = this.sink.reserve();
    this.ids.set(ref, id);
    this.#waiting.push([id, value]);
  }

  /** Writes strings in hexadecimal digits, which every reader decodes to the same bytes. */
  protected override formatSimple(value: PDFObject): string {
    return value instanceof lib.PDFString ? `<${Buffer.from(value.asBytes()).toString('hex')}>` : value.toString();
  }

  protected override toCopied(value: PDFObject): CopiedObject {
    if (value instanceof lib.PDFDict && this.#lacksResources(value, 'Type3'))
      return { text: `<<${this.entriesOf(value, [])}${this.#pageResources()}>>` };
    if (!(value instanceof lib.PDFRawStream)) return super.toCopied(value);
    const { dict } = value;
    if (dict.has(lib.PDFName.of('F'))) throw new UnreadablePdf('keeps data in another file');
    const resources = this.#lacksResources(dict, 'Form') ? this.#pageResources() : '';
    const content = isForm(dict) ? this.#stripped(value) : undefined;
    if (!content) return { text: this.entriesOf(dict, leftOut) + resources, data: value.getContents() };
    const entries = this.entriesOf(dict, [...leftOut, 'Filter', 'DecodeParms']);
    return { text: `${entries}${resources}/Filter/FlateDecode`, data: deflateSync(content) };
  }

  /** Old forms and fonts use the resources of their page. */
  #lacksResources(dict: PDFDict, kind: 'Form' | 'Type3'): boolean {
    const { PDFName } = lib;
    return dict.lookup(PDFName.of('Subtype')) === PDFName.of(kind) && !dict.has(PDFName.of('Resources'));
  }

  #pageResources(): string {
    return this.#resources ? `/Resources ${this.format(this.#resources)}` : '';
  }

  /** The content of a form without marks of the structure. Undefined: no such marks, or the content cannot be unpacked. */
  #stripped(form: PDFRawStream): Uint8Array | undefined {
    const content = decodeStream(form, this.#room);
    if (!content) return undefined;
    const resources = form.dict.lookup(lib.PDFName.of('Resources'));
    const properties = resources instanceof lib.PDFDict ? resources.lookup(lib.PDFName.of('Properties')) : undefined;
    const hasId = (name: string): boolean => {
      const list = properties instanceof lib.PDFDict ? properties.lookup(lib.PDFName.of(name)) : undefined;
      return list instanceof lib.PDFDict && list.has(lib.PDFName.of('MCID'));
    };
    const left = stripMarks(content, hasId, this.#file.plain.resolve, this.#room);
    return left === content ? undefined : left;
  }
}

const isForm = (dict: PDFDict): boolean => dict.lookup(lib.PDFName.of('Subtype')) === lib.PDFName.of('Form');

/** From the visible part of a page, turned as it is shown, to the unit square. */
function toUnitSquare({ box: [left, bottom, right, top], turns }: ReadyPage): Matrix {
  const [width, height] = [right - left, top - bottom];
  const unit: Matrix = [1 / width, 0, 0, 1 / height, -left / width, -bottom / height];
  return multiply(unit, quarterTurns[turns]!);
}

/** Clockwise turns of the unit square. */
const quarterTurns: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 1],
  [-1, 0, 0, -1, 1, 1],
  [0, 1, -1, 0, 1, 0],
];

/** A factor that may be far below 1. */
const formatExactly = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value
        .toFixed(10)
        .replace(/\.?0+$/, '')
        .replace(/^-0$/, '0');

/** Lists the layers of a file that the copied pages use. */
function readLayers({ plain }: OpenFile): (idOf: (id: number, generation: number) => number | undefined) => readonly Layer[] {
  const all = plain.catalog.dict('OCProperties');
  const listed = all?.rawItems('OCGs').filter((one) => one instanceof Ref) ?? [];
  const view = all?.dict('D');
  const keysOf = (dict: Dict | undefined, name: string) =>
    new Set(dict?.rawItems(name).flatMap((one) => (one instanceof Ref ? [one.key] : [])));
  const [on, off] = [keysOf(view, 'ON'), keysOf(view, 'OFF')];
  const isOff = view?.name('BaseState') === 'OFF';
  const events = (view?.list('AS') ?? []).flatMap((one) => asDict(one) ?? []);
  return (idOf) =>
    listed.flatMap(({ id, key }) => {
      const object = idOf(id, Number(key.split(' ')[1]));
      if (object === undefined) return [];
      const own = events.filter((event) => keysOf(event, 'OCGs').has(key));
      return {
        object,
        isHidden: off.has(key) || (isOff && !on.has(key)),
        events: own.map((event) => ({
          event: event.name('Event') ?? '',
          categories: event.list('Category').flatMap((one) => (one instanceof Name ? [one.name] : [])),
        })),
      };
    });
}
