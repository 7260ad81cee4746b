// Reads the markers of a JPEG file (ISO/IEC 10918-1, annex B). The pixels stay compressed: PDF takes JPEG as it is.
import { joinBytes } from '../../platform/bytes.ts';
import { counted } from '../../words/counts.ts';
import { exifOrientation } from './exif.ts';
import { invalidImage } from './image-error.ts';

export interface JpegHeader {
  /** As stored. */
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3 | 4;
  readonly isProgressive: boolean;
  /** Written by Adobe's encoder, whose CMYK is inverted. */
  readonly isAdobe: boolean;
  /** Exif orientation, 1 to 8. */
  readonly orientation: number;
  /** Pixels per inch, if the file has them. */
  readonly dpi: number | undefined;
  /** The colour profile as the file holds it, unchecked. */
  readonly profile: Uint8Array | undefined;
}

type JpegFrame = Pick<JpegHeader, 'width' | 'height' | 'components' | 'isProgressive'>;

/** Raises ASSET_INVALID. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: JpegFrame | undefined;
  let isAdobe = false;
  let orientation = 1;
  let dpi: number | undefined;
  const profile: Uint8Array[] = [];
  for (let at = 2; ; ) {
    // Any number of fill bytes may stand before a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (at + 4 > bytes.length) throw invalidImage('is a JPEG that is cut off before its pixels');
    if (bytes[at] !== 0xff) throw invalidImage('is a damaged JPEG: a marker is missing');
    const marker = bytes[at + 1]!;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw invalidImage('is a JPEG that is cut off before its pixels');
    const content = bytes.subarray(at + 4, end);
    if (isFrame(marker)) frame = readFrame(marker, content);
    else if (marker === 0xe0) dpi ??= jfifDpi(content);
    else if (marker === 0xe1 && asciiAt(content, 0, 4) === 'Exif')
      orientation = exifOrientation(content.subarray(6)) ?? orientation;
    else if (marker === 0xe2 && asciiAt(content, 0, 12) === 'ICC_PROFILE\0') profile[content[12]!] = content.subarray(14);
    else if (marker === 0xee && asciiAt(content, 0, 5) === 'Adobe') isAdobe = true;
    else if (marker === 0xda) {
      if (!frame) throw invalidImage('is a JPEG without a frame header');
      return { ...frame, isAdobe, orientation, dpi, profile: profile.length > 0 ? joinPieces(profile) : undefined };
    }
    at = end;
  }
}

/** SOF0 to SOF15, without the tables that share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, content: Uint8Array): JpegFrame {
  if (marker > 0xc2)
    throw invalidImage('is a JPEG of a kind that PDF does not support (lossless, hierarchical or arithmetic coding)');
  if (content.length < 6) throw invalidImage('is a damaged JPEG: its frame header is too short');
  if (content[0] !== 8) throw invalidImage(`is a JPEG with ${content[0]} bits a sample; PDF takes 8`);
  const height = (content[1]! << 8) | content[2]!;
  const width = (content[3]! << 8) | content[4]!;
  const components = content[5]!;
  if (width === 0 || height === 0) throw invalidImage(`is a JPEG of ${width} × ${height} pixels, which cannot be placed`);
  if (components !== 1 && components !== 3 && components !== 4)
    throw invalidImage(`is a JPEG with ${counted(components, 'colour component')}`);
  return { width, height, components, isProgressive: marker === 0xc2 };
}

function jfifDpi(content: Uint8Array): number | undefined {
  if (content.length < 12 || asciiAt(content, 0, 4) !== 'JFIF') return undefined;
  const density = (content[8]! << 8) | content[9]!;
  if (density < 2) return undefined;
  return content[7] === 1 ? density : content[7] === 2 ? density * 2.54 : undefined;
}

/** The profile in its pieces (ICC.1:2022, B.4). A missing piece leaves it too short. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return joinBytes(pieces.filter((piece) => piece !== undefined));
}

function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
