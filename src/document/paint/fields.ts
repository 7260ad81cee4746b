// Writes fields and the form that lists them (ISO 32000-2, 12.7).
import type { FieldItem, LinkSource } from '../layout/fragment.ts';
import type { PageArea } from './marked-content.ts';
import { formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatSignaturePlace, signaturePlace } from './signature-place.ts';
import type { Structure } from './structure.ts';
import { formatTextString } from './text-string.ts';

/** A field that is left out, since another one has its name. */
export interface RepeatedField {
  readonly name: string;
  readonly source: LinkSource;
  /** From 1. */
  readonly page: number;
}

export class Fields {
  readonly repeated: RepeatedField[] = [];
  readonly #sink: PdfSink;
  readonly #structure: Structure | undefined;
  readonly #names = new Set<string>();
  readonly #written: number[] = [];

  constructor(sink: PdfSink, structure: Structure | undefined) {
    this.#sink = sink;
    this.#structure = structure;
  }

  /** Writes a field with its annotation, on a page object and its index from 0. Undefined: its name is taken. */
  add(
    { name, description, source, tag }: FieldItem,
    area: PageArea,
    page: { readonly id: number; readonly index: number },
  ): number | undefined {
    if (this.#names.has(name)) {
      this.repeated.push({ name, source, page: page.index + 1 });
      return undefined;
    }
    this.#names.add(name);
    const sink = this.#sink;
    const look = sink.reserve();
    const [left, bottom, right, top] = area;
    sink.writeStream(
      look,
      `/Type/XObject/Subtype/Form/BBox[0 0 ${formatLength(right - left)} ${formatLength(top - bottom)}]`,
      new Uint8Array(),
    );
    const id = sink.reserve();
    const place = sink.reserve();
    const structure = this.#structure;
    // ISO 14289-1, 7.18.4: a field stands in a Form element.
    const key = structure?.addAnnotation(tag ?? structure.root.append('Form'), page.index, id);
    const said = formatTextString(description);
    // PDF/UA-1 has the description in TU, PDF/UA-2 in Contents (ISO 14289-2, 8.10.2.3).
    sink.writePlainObject(
      id,
      `<</Type/Annot/Subtype/Widget/FT/Sig/T${formatTextString(name)}/TU${said}/Contents${said}/F 4` +
        `/Rect[${area.map(formatLength).join(' ')}]/P ${page.id} 0 R/AP<</N ${look} 0 R>>` +
        `${key === undefined ? '' : `/StructParent ${key}`}${signaturePlace.value}>>`,
    );
    sink.writePlainObject(place, formatSignaturePlace());
    this.#written.push(id);
    return id;
  }

  /** Writes the form and returns its id; undefined: the document has no fields. */
  writeForm(): number | undefined {
    if (this.#written.length === 0) return undefined;
    const id = this.#sink.reserve();
    const fields = this.#written.map((field) => `${field} 0 R`).join(' ');
    this.#sink.writePlainObject(id, `<</Fields[${fields}]${signaturePlace.flags}>>`);
    return id;
  }
}
