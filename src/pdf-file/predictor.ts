// Undoes what a predictor has made of rows of samples, so that they pack better (ISO 32000-2, 7.4.4.4).

/** `sampleBits`: bits of one pixel. Undefined: a predictor that is not known. */
export function undoPredictor(bytes: Uint8Array, predictor: number, columns: number, sampleBits: number): Uint8Array | undefined {
  if (predictor === 1) return bytes;
  const rowLength = Math.ceil((columns * sampleBits) / 8);
  if (predictor < 10 || predictor > 15 || !(rowLength > 0)) return undefined;
  return undoRows(bytes, rowLength, Math.max(1, Math.ceil(sampleBits / 8)));
}

/** Undoes the filters of PNG (ISO/IEC 15948, 9.2). `step`: bytes from a pixel to the next one. */
function undoRows(bytes: Uint8Array, rowLength: number, step: number): Uint8Array {
  const count = Math.floor(bytes.length / (rowLength + 1));
  const rows = new Uint8Array(count * rowLength);
  for (let row = 0; row < count; row++) {
    const filter = bytes[row * (rowLength + 1)]!;
    for (let column = 0; column < rowLength; column++) {
      const at = row * rowLength + column;
      const left = column >= step ? rows[at - step]! : 0;
      const above = row > 0 ? rows[at - rowLength]! : 0;
      const corner = column >= step && row > 0 ? rows[at - rowLength - step]! : 0;
      rows[at] = bytes[row * (rowLength + 1) + 1 + column]! + foretell(filter, left, above, corner);
    }
  }
  return rows;
}

function foretell(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const base = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(base - left), Math.abs(base - above), Math.abs(base - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
