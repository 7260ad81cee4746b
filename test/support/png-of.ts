// A picture as large as a test needs it.
import { deflateSync } from 'node:zlib';
import { makeChunk } from '../document/image/make-image.ts';
import { createRandom } from './random.ts';

/** A PNG of one grey pixel, with this many bytes of text in it. */
export function pngOf(bytes: number, seed: number): Buffer {
  const random = createRandom(seed);
  const text = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at++) text[at] = 97 + Math.floor(random() * 26);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    makeChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    makeChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), text])),
    makeChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}
