// Draws codes with the encoders of bwip-js. They are large, so they are loaded when a document first asks for one.
import type { BarcodeDrawing, EncoderName } from '#barcode-encoders';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { onDemand } from '../on-demand.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Modules, Unencodable } from './modules.ts';

const encoders = onDemand('barcodes', async () => (await import('#barcode-encoders')).encoders);

/** By the names of bwip-js. */
type EncoderOptions = Readonly<Record<string, unknown>>;

const cache = new BoundedCache<Modules>(256);

/** The code of a text in modules, without a quiet zone; bars are one module high. Only for work inside of `withDemanded`. */
export function drawWithEncoder(name: EncoderName, text: string, options: EncoderOptions = {}): Modules | Unencodable {
  const key = JSON.stringify([name, text, options]);
  const known = cache.get(key);
  if (known) return known;
  const drawn = draw(name, text, options);
  if (!('error' in drawn)) cache.set(key, drawn);
  return drawn;
}

/** The code of any text: what is beyond ASCII is UTF-8, which the code says of itself (ECI 26). */
export function drawAnyText(name: 'aztec' | 'datamatrix' | 'pdf417', text: string): Modules | Unencodable {
  if (/^[\x00-\x7f]*$/.test(text)) return drawWithEncoder(name, text);
  return drawWithEncoder(name, `^ECI000026${text.replaceAll('^', '^^')}`, { parsefnc: true });
}

/** A code whose check digit is optional. */
export function drawChecked(
  name: 'code39' | 'codabar',
  text: string,
  checkDigit: 'given' | 'computed' | undefined,
): Modules | Unencodable {
  if (!checkDigit) return drawWithEncoder(name, text);
  return drawWithEncoder(name, text, { includecheck: true, validatecheck: checkDigit === 'given' });
}

function draw(name: EncoderName, text: string, options: EncoderOptions): Modules | Unencodable {
  const drawn = new DrawnCode();
  const encode = encoders()[name];
  try {
    encode({ ...options, text, scale: 1 }, drawn);
  } catch (error) {
    // Messages begin with the name of the rule: `bwipp.ean13badLength#6878: `.
    const reason = /^bwipp\.[\w#]+:\s*(.*)$/s.exec((error as Error)?.message ?? '')?.[1];
    if (reason === undefined) throw error;
    return { error: reason };
  }
  return drawn.bars.length > 0 ? drawn.readBars() : drawn.readMatrix();
}

class DrawnCode implements BarcodeDrawing {
  readonly bars: (readonly [left: number, width: number])[] = [];
  readonly #polygons: (readonly (readonly [x: number, y: number])[])[] = [];
  #size: readonly [width: number, height: number] = [0, 0];

  /** Always 1, so that the encoder draws in modules. */
  scale(): readonly [number, number] {
    return [1, 1];
  }

  measure() {
    return { width: 0, ascent: 0, descent: 0 };
  }

  init(width: number, height: number): void {
    this.#size = [width, height];
  }

  line(x: number, _y: number, _endX: number, _endY: number, width: number): void {
    this.bars.push([x - Math.ceil(width / 2), width]);
  }

  polygon(corners: readonly (readonly [x: number, y: number])[]): void {
    this.#polygons.push(corners);
  }

  fill(): void {}

  end(): void {}

  readBars(): Modules {
    const first = Math.min(...this.bars.map(([left]) => left));
    const end = Math.max(...this.bars.map(([left, width]) => left + width));
    const rects = this.bars.flatMap(([left, width]) => [left - first, 0, width, 1]);
    return { width: end - first, height: 1, rects };
  }

  readMatrix(): Modules {
    const [width, height] = this.#size;
    const rows = Array.from({ length: height }, () => new Array<boolean>(width).fill(false));
    // By the even-odd rule, an upright edge turns all modules at its right.
    for (const corners of this.#polygons)
      for (const [i, [x, y]] of corners.entries()) {
        const [endX, endY] = corners[(i + 1) % corners.length]!;
        if (x !== endX) continue;
        for (const row of rows.slice(Math.min(y, endY), Math.max(y, endY))) for (let at = x; at < width; at++) row[at] = !row[at];
      }
    return { width, height, rects: mergeRuns(rows) };
  }
}
