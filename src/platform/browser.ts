// What `index.ts` gives in Node, for browsers. It takes the place of that file in the bundle for browsers.
import { Unzlib } from 'fflate';
import { joinBytes } from './bytes.ts';

export { createSha256, sha256 } from './browser-digest.ts';
export { standardMetrics } from './browser-metrics.ts';

const pieceBytes = 65_536;

/** As in index.ts. A piece of input unpacks to at most a thousand times its size, so memory stays within bounds. */
export function inflate(packed: Uint8Array, most: number): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  for (let isLast = false, at = 0; !isLast; at += pieceBytes) {
    isLast = at + pieceBytes >= packed.length;
    stream.push(packed.subarray(at, at + pieceBytes), isLast);
    if (length > most) return undefined;
  }
  return joinBytes(pieces);
}

/** The most bytes of a block that is not compressed (RFC 1951, 3.2.4). */
const mostStored = 65_535;

/** The format of zlib without compression. In a browser, packed data are only read again in the same page, so their size does not matter. */
export function deflate(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  let [a, b] = [1, 0];
  for (let at = 0, isLast = false; !isLast; at += mostStored) {
    const block = bytes.subarray(at, at + mostStored);
    isLast = at + mostStored >= bytes.length;
    const { length } = block;
    pieces.push(Uint8Array.of(isLast ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), block);
    for (const byte of block) {
      a = (a + byte) % 65_521;
      b = (b + a) % 65_521;
    }
  }
  return joinBytes([...pieces, Uint8Array.of(b >> 8, b & 255, a >> 8, a & 255)]);
}

/** CRC-32 (ISO 3309), bit by bit: few files ask for it. */
export function crc32(bytes: Uint8Array): number {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/** As in index.ts. */
export function fromBase64(text: string): Uint8Array {
  const signs = text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/=.*|[^A-Za-z0-9+/]+/gs, '');
  return Uint8Array.from(atob(signs.length % 4 === 1 ? signs.slice(0, -1) : signs), (byte) => byte.charCodeAt(0));
}
