// Groups of items with one opacity. Each is painted as a form first and then laid onto the page as a whole, so that the items of a group do not show
// through each other (ISO 32000-2, 11.4.5 and 11.6.6).
import { createHash } from 'node:crypto';
import type { SheetSize } from '../layout/sheet-size.ts';
import type { TaggedForm } from '../layout/tag.ts';
import type { Canvas } from './canvas.ts';
import { deflate } from './deflate.ts';
import { formatFactor, formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure } from './structure.ts';

export class Forms {
  readonly #sink: PdfSink;
  readonly #resources: number;
  readonly #structure: Structure | undefined;
  /** Names of the graphics states, by their opacity in PDF syntax. */
  readonly #states = new Map<string, string>();
  /** Objects of the forms, by their names. */
  readonly #forms = new Map<string, number>();
  /** Names of the forms without content of elements, by their content. */
  readonly #shared = new Map<string, string>();

  /** `resources`: the object with the resources of all pages and forms. `structure`: undefined if the document is not tagged. */
  constructor(sink: PdfSink, resources: number, structure: Structure | undefined) {
    this.#sink = sink;
    this.#resources = resources;
    this.#structure = structure;
  }

  /** Lays everything that `paint` draws onto a canvas with an opacity from 0 to 1. */
  paint(canvas: Canvas, sheet: SheetSize, opacity: number, paint: (inside: Canvas) => void): void {
    const form: TaggedForm = { object: 0, owners: [] };
    const inside = canvas.openForm(form);
    paint(inside);
    const content = inside.finish();
    if (content === '') return;
    const box = boxOf(canvas, sheet);
    const name = inside.marks && inside.marks.count > 0 ? this.#write(content, box, form) : this.#share(content, box);
    canvas.form(name, this.#stateOf(opacity));
  }

  /** The entries of the resources' /XObject dictionary. */
  entries(): string {
    return [...this.#forms].map(([name, id]) => `/${name} ${id} 0 R`).join('');
  }

  /** The entries of the resources' /ExtGState dictionary. */
  stateEntries(): string {
    return [...this.#states].map(([opacity, name]) => `/${name}<</ca ${opacity}/CA ${opacity}>>`).join('');
  }

  #stateOf(opacity: number): string {
    const written = formatFactor(opacity);
    const name = this.#states.get(written) ?? `G${this.#states.size + 1}`;
    this.#states.set(written, name);
    return name;
  }

  /** The same content on many pages, such as a watermark, is written once. */
  #share(content: string, box: string): string {
    const key = createHash('sha256').update(box).update(content).digest('base64');
    const name = this.#shared.get(key) ?? this.#write(content, box, undefined);
    this.#shared.set(key, name);
    return name;
  }

  #write(content: string, box: string, tagged: TaggedForm | undefined): string {
    const id = this.#sink.reserve();
    const name = `X${this.#forms.size + 1}`;
    this.#forms.set(name, id);
    let key = '';
    if (tagged && this.#structure) {
      tagged.object = id;
      key = `/StructParents ${this.#structure.addForm(tagged)}`;
    }
    this.#sink.writeStream(
      id,
      `/Type/XObject/Subtype/Form/BBox[${box}]/Group<</S/Transparency/I true/CS/DeviceRGB>>/Resources ${this.#resources} 0 R${key}/Filter/FlateDecode`,
      deflate(Buffer.from(content, 'latin1')),
    );
    return name;
  }
}

/** The sheet in the coordinates of a canvas. In turned coordinates: an area that holds the sheet however it is turned. */
function boxOf({ isTurned }: Canvas, { width, height }: SheetSize): string {
  const around = 2 * (width + height);
  const box = isTurned ? [-around, -around, around, around] : [0, 0, width, height];
  return box.map(formatLength).join(' ');
}
