// Groups of items with one look. Each is painted as a form first and then laid onto the page as a whole, so that the items of a group do not show
// through each other (ISO 32000-2, 11.4.5 and 11.6.6).
import { createHash } from 'node:crypto';
import type { SheetSize } from '../layout/sheet-size.ts';
import type { TaggedForm } from '../layout/tag.ts';
import type { Canvas } from './canvas.ts';
import { deflate } from './deflate.ts';
import { formatFactor, formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure } from './structure.ts';

/** How the items of a group are laid onto the page. */
export interface FormLook {
  /** From 0 to 1. Default: 1. */
  readonly opacity?: number | undefined;
  /** A blend mode of ISO 32000-2, 11.3.5. Default: `Normal`. */
  readonly blend?: string | undefined;
  /** What shows where: by how light the content of a form is, or how opaque. */
  readonly mask?: { readonly kind: 'luminance' | 'alpha'; readonly paint: (inside: Canvas) => void } | undefined;
}

/** Left, bottom, right, top: the area around the content of a form. */
export type FormBox = readonly [number, number, number, number];

export class Forms {
  readonly #sink: PdfSink;
  readonly #resources: number;
  readonly #structure: Structure | undefined;
  /** Names of the graphics states, by their entries in PDF syntax. */
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

  /** Lays everything that `paint` draws onto a canvas. */
  paint(canvas: Canvas, box: FormBox, look: FormLook, paint: (inside: Canvas) => void): void {
    const form: TaggedForm = { object: 0, owners: [] };
    const inside = canvas.openForm(form);
    paint(inside);
    const content = inside.finish();
    if (content === '') return;
    const area = formatBox(box);
    const name = inside.marks && inside.marks.count > 0 ? this.#write(content, area, form) : this.#share(content, area);
    canvas.form(name, this.state(this.#formatLook(look, canvas, area)));
  }

  /** The name of a graphics state with some entries in PDF syntax. */
  state(entries: string): string {
    const name = this.#states.get(entries) ?? `G${this.#states.size + 1}`;
    this.#states.set(entries, name);
    return name;
  }

  /** The entries of the resources' /XObject dictionary. */
  entries(): string {
    return [...this.#forms].map(([name, id]) => `/${name} ${id} 0 R`).join('');
  }

  /** The entries of the resources' /ExtGState dictionary. */
  stateEntries(): string {
    return [...this.#states].map(([entries, name]) => `/${name}<<${entries}>>`).join('');
  }

  #formatLook({ opacity, blend, mask }: FormLook, canvas: Canvas, area: string): string {
    const entries = formatOpacity(opacity ?? 1, opacity ?? 1) + (blend === undefined ? '' : `/BM/${blend}`);
    if (!mask) return entries;
    const inside = canvas.openForm({ object: 0, owners: [] });
    mask.paint(inside);
    const name = this.#share(inside.finish(), area);
    const kind = mask.kind === 'alpha' ? 'Alpha' : 'Luminosity';
    return `${entries}/SMask<</S/${kind}/G ${this.#forms.get(name)} 0 R>>`;
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

/** The opacities of areas and of lines as entries of a graphics state. */
export function formatOpacity(fill: number, stroke: number): string {
  return `/ca ${formatFactor(fill)}/CA ${formatFactor(stroke)}`;
}

const formatBox = (box: FormBox): string => box.map(formatLength).join(' ');

/** The sheet in the coordinates of a canvas. In turned coordinates: an area that holds the sheet however it is turned. */
export function sheetBox({ isTurned }: Canvas, { width, height }: SheetSize): FormBox {
  const around = 2 * (width + height);
  return isTurned ? [-around, -around, around, around] : [0, 0, width, height];
}
