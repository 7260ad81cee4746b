// Gradients as patterns (ISO 32000-2, 8.7.4). A pattern lies at one place, and gradients with the same stops share their shading.
import type { Gradient, GradientStop } from '../vector/gradient.ts';
import { type Matrix, multiply } from '../vector/matrix.ts';
import { type ColorOperators, colorParts } from './color.ts';
import { formatFactor } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';

export class Gradients {
  readonly #sink: PdfSink;
  /** Functions of stops. Many gradients share theirs. */
  readonly #functions = new Map<readonly GradientStop[], string>();
  /** Objects by their text. */
  readonly #shadings = new Map<string, number>();
  readonly #patterns = new Map<string, ColorOperators>();
  readonly #entries: string[] = [];

  constructor(sink: PdfSink) {
    this.#sink = sink;
  }

  /** The operators of a gradient. `matrix`: from the coordinates of the item to those that the content of the page or form begins with. */
  operators(gradient: Gradient, matrix: Matrix): ColorOperators {
    const place = multiply(gradient.matrix, matrix).map(formatFactor).join(' ');
    const pattern = `<</PatternType 2/Matrix[${place}]/Shading ${this.#shading(gradient)} 0 R>>`;
    let operators = this.#patterns.get(pattern);
    if (!operators) {
      const id = this.#sink.reserve();
      this.#sink.writeObject(id, pattern);
      operators = this.patternOperators(id);
      this.#patterns.set(pattern, operators);
    }
    return operators;
  }

  /** The operators of a pattern that is an object of the file. */
  patternOperators(id: number): ColorOperators {
    const name = `P${this.#entries.length + 1}`;
    this.#entries.push(`/${name} ${id} 0 R`);
    return { fill: `/Pattern cs /${name} scn\n`, stroke: `/Pattern CS /${name} SCN\n` };
  }

  /** The entries of the resources' /Pattern dictionary. */
  entries(): string {
    return this.#entries.join('');
  }

  #shading({ kind, from = [0, 0, 0], stops }: Gradient): number {
    let ofStops = this.#functions.get(stops);
    if (ofStops === undefined) {
      ofStops = formatStops(stops);
      this.#functions.set(stops, ofStops);
    }
    const first = from.map(formatFactor).join(' ');
    const coords = kind === 'linear' ? '/ShadingType 2/Coords[0 0 1 0]' : `/ShadingType 3/Coords[${first} 0 0 1]`;
    const shading = `<<${coords}/ColorSpace/DeviceRGB/Extend[true true]/Function${ofStops}>>`;
    let id = this.#shadings.get(shading);
    if (id === undefined) {
      id = this.#sink.reserve();
      this.#sink.writeObject(id, shading);
      this.#shadings.set(shading, id);
    }
    return id;
  }
}

/** The colours of a gradient as a function from 0 to 1 (ISO 32000-2, 7.10.3 and 7.10.4). */
function formatStops(stops: readonly GradientStop[]): string {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const all = [...(first.at > 0 ? [{ ...first, at: 0 }] : []), ...stops, ...(last.at < 1 ? [{ ...last, at: 1 }] : [])];
  const parts = all.slice(1).map((stop, i) => {
    const [from, to] = [colorParts(all[i]!.color), colorParts(stop.color)];
    return `<</FunctionType 2/Domain[0 1]/C0[${from}]/C1[${to}]/N 1>>`;
  });
  if (parts.length === 1) return parts[0]!;
  // Bounds increase: a hard edge is as narrow as their precision.
  const bounds: string[] = [];
  let least = 0;
  for (const { at } of all.slice(1, -1)) {
    least = Math.max(at, least + 1e-6);
    bounds.push(formatFactor(Math.min(least, 1 - 1e-6 * (parts.length - bounds.length - 1))));
  }
  return `<</FunctionType 3/Domain[0 1]/Functions[${parts.join('')}]/Bounds[${bounds.join(' ')}]/Encode[${parts.map(() => '0 1').join(' ')}]>>`;
}
