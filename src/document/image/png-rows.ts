// Puts the rows of a PNG in order: undoes filters (clause 9) and Adam7 interlacing (clause 8.2).
import { invalidImage } from './image-error.ts';

/**
 * Rows without their filters, in place at the front of the memory of `rows`. `pixelBytes`: distance to the sample on the left, at least 1.
 * Raises ASSET_INVALID.
 */
export function unfilter(rows: Uint8Array, height: number, rowBytes: number, pixelBytes: number): Uint8Array {
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1);
    const filter = rows[from]!;
    if (filter > 4) throw invalidImage('is a PNG with an unknown row filter');
    const to = y * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? rows[to + i - pixelBytes]! : 0;
      const up = y > 0 ? rows[to + i - rowBytes]! : 0;
      const upLeft = y > 0 && i >= pixelBytes ? rows[to + i - rowBytes - pixelBytes]! : 0;
      rows[to + i] = rows[from + 1 + i]! + predict(filter, left, up, upLeft);
    }
  }
  return rows.subarray(0, height * rowBytes);
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** First column, first row, step of columns, step of rows of each pass. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * The rows of an interlaced image in their order, filtered again. Whole bytes use the row above (filter 2), which compresses well for little work;
 * smaller samples stay unfiltered. `read` gives the filtered rows of each pass, `size` bytes.
 */
export function deinterlace(width: number, height: number, bitsPerPixel: number, read: (size: number) => Uint8Array): Uint8Array {
  const parts = passes.map(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX);
    const rows = Math.ceil((height - y) / stepY);
    return {
      x,
      y,
      stepX,
      stepY,
      columns,
      rows: columns > 0 ? Math.max(0, rows) : 0,
      rowBytes: Math.ceil((Math.max(0, columns) * bitsPerPixel) / 8),
    };
  });
  const source = read(parts.reduce((sum, part) => sum + part.rows * (part.rowBytes + 1), 0));
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8);
  const rows = new Uint8Array(height * (rowBytes + 1));
  let from = 0;
  for (const part of parts) {
    const length = part.rows * (part.rowBytes + 1);
    const samples = unfilter(source.subarray(from, from + length), part.rows, part.rowBytes, Math.max(1, bitsPerPixel >> 3));
    from += length;
    for (let row = 0; row < part.rows; row++) {
      const to = (part.y + row * part.stepY) * (rowBytes + 1) + 1;
      for (let column = 0; column < part.columns; column++) {
        copyPixel(samples, row * part.rowBytes, column, rows, to, part.x + column * part.stepX, bitsPerPixel);
      }
    }
  }
  if (bitsPerPixel >= 8) filterAgain(rows, height, rowBytes);
  return rows;
}

function copyPixel(
  from: Uint8Array,
  fromRow: number,
  column: number,
  to: Uint8Array,
  toRow: number,
  x: number,
  bits: number,
): void {
  if (bits >= 8) {
    const bytes = bits >> 3;
    for (let i = 0; i < bytes; i++) to[toRow + x * bytes + i] = from[fromRow + column * bytes + i]!;
    return;
  }
  const bit = column * bits;
  const value = (from[fromRow + (bit >> 3)]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
  to[toRow + ((x * bits) >> 3)]! |= value << (8 - bits - ((x * bits) & 7));
}

/** Filters by the row above (filter 2), from the last row up: the row above is then still unfiltered. */
function filterAgain(rows: Uint8Array, height: number, rowBytes: number): void {
  for (let y = height - 1; y >= 0; y--) {
    const at = y * (rowBytes + 1);
    rows[at] = 2;
    if (y === 0) return;
    for (let i = at + 1; i <= at + rowBytes; i++) rows[i]! -= rows[i - rowBytes - 1]!;
  }
}
