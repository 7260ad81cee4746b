// Appearance streams of annotations (ISO 32000-2, 12.5.5): what viewers paint in their places.
import { createHash } from 'node:crypto';
import { deflate } from './deflate.ts';
import { formatFactor, formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';

export class Appearances {
  readonly #sink: PdfSink;
  readonly #resources: number;
  /** By their content. */
  readonly #written = new Map<string, number>();

  /** `resources`: the object with the resources of all pages and forms. */
  constructor(sink: PdfSink, resources: number) {
    this.#sink = sink;
    this.#resources = resources;
  }

  /**
   * Writes an appearance and returns its object. The same look of many annotations, such as a button that is off, is written once. `angle`: in degrees,
   * counter-clockwise.
   */
  write(content: string, { width, height }: { readonly width: number; readonly height: number }, angle = 0): number {
    const matrix = angle === 0 ? '' : `/Matrix[${turnedBy(angle).map(formatFactor).join(' ')} 0 0]`;
    const head = `/Type/XObject/Subtype/Form/BBox[0 0 ${formatLength(width)} ${formatLength(height)}]${matrix}`;
    const key = createHash('sha256').update(head).update(content).digest('base64');
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    const id = this.#sink.reserve();
    const bytes = Buffer.from(content, 'latin1');
    if (content === '') this.#sink.writeStream(id, head, bytes);
    else this.#sink.writeStream(id, `${head}/Resources ${this.#resources} 0 R/Filter/FlateDecode`, deflate(bytes));
    this.#written.set(key, id);
    return id;
  }
}

function turnedBy(angle: number): readonly [number, number, number, number] {
  const turn = (angle * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn)];
}
