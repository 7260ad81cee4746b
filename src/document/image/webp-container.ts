// Reads the chunks of a WebP (RFC 9649). Decodes nothing.
import { joinBytes, toUtf8 } from '../../platform/bytes.ts';
import { exifOrientation } from './exif.ts';
import { invalidImage } from './image-error.ts';

export interface WebpFile {
  /** The canvas, and the place of the first frame in it. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly orientation: number;
  readonly profile: Uint8Array | undefined;
  /** The file for the decoder: of an animation its first frame as a file of its own. */
  readonly still: Uint8Array;
  readonly isAnimated: boolean;
}

interface Chunk {
  readonly type: string;
  readonly content: Uint8Array;
}

/** Raises ASSET_INVALID. */
export function readWebp(bytes: Uint8Array): WebpFile {
  const end = 8 + uint(bytes, 4, 4);
  if (end > bytes.length) throw invalidImage('is a WebP that is cut off');
  const chunks = readChunks(bytes.subarray(12, end));
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.content;
  const head = find('VP8X');
  const frame = find('ANMF');
  const exif = find('EXIF');
  const frames = frame && readChunks(frame.subarray(16));
  const picture = (frames ?? chunks).find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (!picture) throw invalidImage('is a WebP without a picture');
  const own = sizeOf(picture);
  const canvas = head ? { width: uint(head, 4, 3) + 1, height: uint(head, 7, 3) + 1 } : own;
  const [left, top] = frame ? [2 * uint(frame, 0, 3), 2 * uint(frame, 3, 3)] : [0, 0];
  const isInside = frame
    ? left + own.width <= canvas.width && top + own.height <= canvas.height
    : own.width === canvas.width && own.height === canvas.height;
  if (!isInside) throw invalidImage('is a damaged WebP: its picture is not as large as its header says');
  return {
    ...canvas,
    ...{ left, top, columns: own.width, rows: own.height },
    // Some programs begin the chunk as the segment of a JPEG begins.
    orientation: exif ? (exifOrientation(exif.subarray(exif[0] === 0x45 ? 6 : 0)) ?? 1) : 1,
    profile: find('ICCP'),
    still: frames ? wrap(frames, own) : bytes.subarray(0, end),
    isAnimated: frame !== undefined,
  };
}

/** Width and height of the canvas from the first chunk alone, before any other check. Raises ASSET_INVALID. */
export function readWebpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const type = String.fromCharCode(...bytes.subarray(12, 16));
  const content = bytes.subarray(20);
  if (type === 'VP8X' && content.length >= 10) return { width: uint(content, 4, 3) + 1, height: uint(content, 7, 3) + 1 };
  return sizeOf({ type, content });
}

function readChunks(bytes: Uint8Array): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = uint(bytes, at + 4, 4);
    if (at + 8 + size > bytes.length) throw invalidImage('is a damaged WebP: one of its chunks is longer than the file');
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    chunks.push({ type, content: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size & 1);
  }
  return chunks;
}

/** The size in the bitstream (RFC 6386, 9.1; RFC 9649, 3.4). */
function sizeOf({ type, content }: Chunk): { readonly width: number; readonly height: number } {
  if (type === 'VP8 ' && uint(content, 3, 3) === 0x2a019d) {
    const size = { width: uint(content, 6, 2) & 0x3fff, height: uint(content, 8, 2) & 0x3fff };
    if (size.width > 0 && size.height > 0) return size;
  }
  if (type === 'VP8L' && content[0] === 0x2f) {
    const bits = uint(content, 1, 4);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw invalidImage('is a damaged WebP: it does not begin with a picture');
}

/** The chunks of a frame as a file. */
function wrap(frame: readonly Chunk[], { width, height }: { readonly width: number; readonly height: number }): Uint8Array {
  const chunks = frame.filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  const hasMore = chunks.some(({ type }) => type !== 'VP8 ') ? 0x10 : 0;
  const head = joinBytes([uintBytes(hasMore, 4), uintBytes(width - 1, 3), uintBytes(height - 1, 3)]);
  const parts = [{ type: 'VP8X', content: head }, ...chunks].flatMap(({ type, content }) => [
    ...[toUtf8(type), uintBytes(content.length, 4), content],
    new Uint8Array(content.length & 1),
  ]);
  const body = joinBytes([toUtf8('WEBP'), ...parts]);
  return joinBytes([toUtf8('RIFF'), uintBytes(body.length, 4), body]);
}

/** A number in some bytes, the lowest first. */
const uintBytes = (value: number, count: number) => Uint8Array.from({ length: count }, (_, i) => value >>> (8 * i));

/** A number of some bytes, the lowest first. Bytes beyond the end are 0. */
function uint(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
