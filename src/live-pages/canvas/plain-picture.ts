// Files of pictures without what browsers heed and PDF does not: how the camera was held, gamma, further colours. The pixels stay as they are.
import { joinBytes } from '../../platform/bytes.ts';

/** `keepsProfile`: the colour profile is in the PDF too. */
export function toPlainPicture(bytes: Uint8Array, keepsProfile: boolean): Uint8Array {
  if (bytes[0] === 0x89) return plainPng(bytes, keepsProfile);
  if (nameAt(bytes, 8, 4) === 'WEBP') return plainWebp(bytes, keepsProfile);
  return bytes[0] === 0xff ? plainJpeg(bytes, keepsProfile) : bytes;
}

/** AVIF is turned by what stands among its properties, which no decoder leaves out. */
export const isTurnedByDecoder = (bytes: Uint8Array): boolean => nameAt(bytes, 4, 4) === 'ftyp';

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);
const nameAt = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));

/** ISO/IEC 15948, 5.3: a chunk is its length, its name, its data and a checksum. */
function plainPng(bytes: Uint8Array, keepsProfile: boolean): Uint8Array {
  const view = viewOf(bytes);
  const kept = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', ...(keepsProfile ? ['iCCP'] : [])];
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (kept.includes(nameAt(bytes, at + 4, 4))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return joinBytes(parts);
}

/** ISO/IEC 10918-1, annex B: segments with their length, up to the first scan. Of application segments, Adobe's says what the colours are. */
function plainJpeg(bytes: Uint8Array, keepsProfile: boolean): Uint8Array {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  for (let marker = bytes[at + 1]!; marker !== 0xda && at + 4 <= bytes.length; marker = bytes[at + 1]!) {
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    const isApplication = marker >= 0xe1 && marker <= 0xef && marker !== 0xee;
    if (!isApplication || (marker === 0xe2 && keepsProfile)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return joinBytes([...parts, bytes.subarray(at)]);
}

/** RFC 9649, 2.7: chunks by their names, and flags for them in the first one. A chunk with an unknown name is skipped. */
function plainWebp(bytes: Uint8Array, keepsProfile: boolean): Uint8Array {
  const plain = bytes.slice();
  const view = viewOf(plain);
  for (let at = 12; at + 8 <= plain.length; ) {
    const name = nameAt(plain, at, 4);
    if (name === 'VP8X') plain[at + 8]! &= keepsProfile ? 0xf7 : 0xd7;
    if (name === 'EXIF' || (name === 'ICCP' && !keepsProfile)) plain[at] = 0x58;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size & 1);
  }
  return plain;
}
