// Writes pictures of pages as PNG with a palette, which is a third as large as with the colours of each pixel.
import { deflateSync } from 'node:zlib';
import type { Pixels } from '../../scripts/viewers.mjs';
import { wrapPng } from '../document/image/make-image.ts';

const most = 256;

/** A PNG of at most 256 colours. Of more colours in the picture, the most frequent stay, and each other becomes the nearest of these. */
export function makePalettePng({ width, height, pixels }: Pixels): Buffer {
  const colors = Uint32Array.from({ length: width * height }, (_, i) =>
    Buffer.from(pixels.buffer, pixels.byteOffset).readUIntBE(i * 3, 3),
  );
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const frequent = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || a - b);
  const palette = choose(frequent);
  const places = new Map(frequent.map((color) => [color, palette.indexOf(nearest(color, palette))]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = places.get(colors[y * width + x]!)!;
  const bytes = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  return wrapPng({ width, height, bits: 8, colorType: 3, palette: bytes }, deflateSync(rows, { level: 9 }));
}

/** The most frequent colours, each so far from those before it that 256 are enough. */
function choose(frequent: readonly number[]): readonly number[] {
  if (frequent.length <= most) return frequent;
  for (let apart = 2; ; apart++) {
    const chosen: number[] = [];
    for (const color of frequent) {
      if (chosen.every((other) => distance(color, other) >= apart ** 2)) chosen.push(color);
      if (chosen.length > most) break;
    }
    if (chosen.length <= most) return chosen;
  }
}

const nearest = (color: number, palette: readonly number[]): number =>
  palette.reduce((best, other) => (distance(color, other) < distance(color, best) ? other : best));

/** The square of how far two colours are from each other. */
const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
