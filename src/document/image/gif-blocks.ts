// Reads the blocks of a GIF (GIF89a) up to its second frame. Unpacks nothing.
import { joinBytes } from '../../platform/bytes.ts';
import { invalidImage } from './image-error.ts';

export interface GifFrame {
  /** The size of the picture, and the place of the frame in it. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly isInterlaced: boolean;
  /** RGB triples. */
  readonly palette: Uint8Array;
  /** The index of the transparent colour. */
  readonly transparent: number | undefined;
  /** Bits of the first codes, without those that clear the table and end the data. */
  readonly codeBits: number;
  /** The packed indices. */
  readonly data: Uint8Array;
  /** More frames follow. */
  readonly isAnimated: boolean;
}

const cutOff = () => invalidImage('is a GIF that is cut off before the end of its first frame');

/** The first frame. Raises ASSET_INVALID. */
export function readFirstFrame(bytes: Uint8Array): GifFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const byteAt = (at: number) => bytes[at] ?? fail(cutOff());
  const shortAt = (at: number) => byteAt(at) | (byteAt(at + 1) << 8);
  const [screenWidth, screenHeight] = [shortAt(6), shortAt(8)];
  const screen = readPalette(bytes, 13, byteAt(10));
  let transparent: number | undefined;
  let at = 13 + (screen?.length ?? 0);
  for (;;) {
    const kind = byteAt(at);
    if (kind === 0x2c) break;
    if (kind === 0x3b) throw invalidImage('is a GIF without a picture');
    if (kind !== 0x21) throw invalidImage(`is a damaged GIF: there is no block at byte ${at}`);
    // 23: the graphic control extension says which colour is transparent.
    if (byteAt(at + 1) === 0xf9 && byteAt(at + 2) === 4) transparent = byteAt(at + 3) & 1 ? byteAt(at + 6) : undefined;
    at = skipBlocks(view, at + 2);
  }
  const [left, top, columns, rows] = [shortAt(at + 1), shortAt(at + 3), shortAt(at + 5), shortAt(at + 7)];
  const flags = byteAt(at + 9);
  const own = readPalette(bytes, at + 10, flags);
  const palette = own ?? screen;
  // A frame may reach beyond the screen that the file names; browsers then show all of the frame.
  const [width, height] = [Math.max(screenWidth, left + columns), Math.max(screenHeight, top + rows)];
  if (columns === 0 || rows === 0) throw invalidImage(`is a GIF of ${columns} × ${rows} pixels, which cannot be placed`);
  if (!palette) throw invalidImage('is a GIF without a palette');
  at += 10 + (own?.length ?? 0);
  const codeBits = byteAt(at);
  if (codeBits < 1 || codeBits > 8) throw invalidImage(`is a damaged GIF: its codes begin with ${codeBits} bits`);
  const end = skipBlocks(view, at + 1);
  const data = joinBlocks(bytes, at + 1);
  const place = { width, height, left, top, columns, rows, isInterlaced: (flags & 0x40) !== 0 };
  return { ...place, palette, transparent, codeBits, data, isAnimated: hasFrame(view, end) };
}

/** The colours at a place, if the flags before them say that there are some. */
function readPalette(bytes: Uint8Array, at: number, flags: number): Uint8Array | undefined {
  if ((flags & 0x80) === 0) return undefined;
  const palette = bytes.subarray(at, at + 3 * (2 << (flags & 7)));
  return palette.length === 3 * (2 << (flags & 7)) ? palette : fail(cutOff());
}

/** Where a run of blocks ends: each begins with its length, and the last has none. */
function skipBlocks(view: DataView, at: number): number {
  for (let next = at; next < view.byteLength; next += 1 + view.getUint8(next)) if (view.getUint8(next) === 0) return next + 1;
  throw cutOff();
}

function joinBlocks(bytes: Uint8Array, at: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let next = at; bytes[next]! > 0; next += 1 + bytes[next]!) blocks.push(bytes.subarray(next + 1, next + 1 + bytes[next]!));
  return joinBytes(blocks);
}

/** Whether a frame follows. What is behind the first frame may be cut off: it is not printed. */
function hasFrame(view: DataView, from: number): boolean {
  let at = from;
  while (at + 2 < view.byteLength && view.getUint8(at) === 0x21) {
    try {
      at = skipBlocks(view, at + 2);
    } catch {
      return false;
    }
  }
  return at < view.byteLength && view.getUint8(at) === 0x2c;
}

function fail(error: Error): never {
  throw error;
}
