// Reads the container of a PNG file (ISO/IEC 15948): chunks in order, each with its checksum. Decompresses nothing.
import { crc32 } from '../../platform/index.ts';
import { invalidImage } from './image-error.ts';

export interface PngChunks {
  readonly width: number;
  readonly height: number;
  /** Bits of one sample or palette index. */
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly colorType: 0 | 2 | 3 | 4 | 6;
  readonly isInterlaced: boolean;
  /** RGB triples. */
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  /** Pixels per inch, if the file has them. */
  readonly dpi: number | undefined;
  /** The colour profile, compressed, unchecked. */
  readonly profile: Uint8Array | undefined;
  /** The image data, in pieces of one zlib stream. */
  readonly data: readonly Uint8Array[];
}

/** Bit depths that each colour type may have (table 11.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Width and height from the header chunk alone, before any other check. Raises ASSET_INVALID. */
export function readPngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = viewOf(bytes);
  if (bytes.length < 33) throw invalidImage('ends within its PNG header');
  if (typeAt(view, 12) !== 'IHDR' || view.getUint32(8) !== 13) throw invalidImage('is a PNG that does not begin with its header');
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) {
    throw invalidImage(`is a PNG of ${width} × ${height} pixels, which PNG does not allow`);
  }
  return { width, height };
}

/** All chunks that PDF needs, checked. Raises ASSET_INVALID. */
export function readPngChunks(bytes: Uint8Array): PngChunks {
  const { width, height } = readPngSize(bytes);
  const view = viewOf(bytes);
  const bits = view.getUint8(24);
  const colorType = view.getUint8(25);
  if (!depths[colorType]?.includes(bits))
    throw invalidImage(`is a PNG of colour type ${colorType} with ${bits} bits, which PNG does not allow`);
  if (view.getUint8(26) !== 0 || view.getUint8(27) !== 0 || view.getUint8(28) > 1) {
    throw invalidImage('is a PNG with an unknown compression, filter or interlace method');
  }
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  let dpi: number | undefined;
  let profile: Uint8Array | undefined;
  const data: Uint8Array[] = [];
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw invalidImage('is a PNG that is cut off: its end chunk is missing');
    const length = view.getUint32(at);
    const type = typeAt(view, at + 4);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw invalidImage(`is a PNG that is cut off within its chunk ${printable(type)}`);
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) {
      throw invalidImage(`is a damaged PNG: the checksum of its chunk ${printable(type)} is wrong`);
    }
    const content = bytes.subarray(at + 8, end);
    if (type === 'IDAT') data.push(content);
    else if (type === 'PLTE') palette = content;
    else if (type === 'tRNS') transparency = content;
    else if (type === 'pHYs' && length === 9 && content[8] === 1) dpi = view.getUint32(at + 8) * 0.0254;
    // 11.3.2.3: a name, a zero, the method of compression, and the profile.
    else if (type === 'iCCP') profile = content.subarray(content.indexOf(0) + 2);
    else if (type === 'IEND') break;
    at = end + 4;
  }
  if (data.length === 0) throw invalidImage('is a PNG without image data');
  if (colorType === 3 && (!palette || palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768)) {
    throw invalidImage('is a PNG with a palette that is missing or damaged');
  }
  return {
    width,
    height,
    bits: bits as PngChunks['bits'],
    colorType: colorType as PngChunks['colorType'],
    isInterlaced: view.getUint8(28) === 1,
    palette,
    transparency,
    dpi: dpi && dpi >= 1 ? dpi : undefined,
    profile,
    data,
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function printable(type: string): string {
  return /^[A-Za-z]{4}$/.test(type) ? type : '(unnamed)';
}
