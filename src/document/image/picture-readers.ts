// The readers of pictures, by media type.
import { findMediaType } from '../../contract/asset-types.ts';
import { onDemand } from '../on-demand.ts';
import { jpegReader } from './jpeg-reader.ts';
import type { PictureReader } from './picture-reader.ts';
import { pngReader } from './png-reader.ts';

const readers: ReadonlyMap<string, () => PictureReader> = new Map([
  ['image/png', () => pngReader],
  ['image/jpeg', () => jpegReader],
  ['image/gif', onDemand('GIF', async () => (await import('./gif-reader.ts')).gifReader)],
  [
    'image/webp',
    onDemand('WebP', async () => {
      const [{ createWebpReader }, { decode }] = await Promise.all([import('./webp-reader.ts'), import('#webp-decoder')]);
      return createWebpReader(decode);
    }),
  ],
  [
    'image/avif',
    onDemand('AVIF', async () => {
      const [{ createAvifReader }, { decode }] = await Promise.all([import('./avif-reader.ts'), import('#avif-decoder')]);
      return createAvifReader(decode);
    }),
  ],
  [
    'image/svg+xml',
    onDemand('SVG', async ({ libraryFile }) => {
      const wasmFile = libraryFile('@resvg/resvg-wasm/index_bg.wasm');
      const [{ openSvgReader }, wasm] = await Promise.all([import('./svg/svg-reader.ts'), wasmFile]);
      return openSvgReader(wasm);
    }),
  ],
]);

/** The reader of a file: its bytes decide. Undefined: it is not a picture that can be drawn. Only for work inside of `withDemanded`. */
export const readerOf = (bytes: Uint8Array): PictureReader | undefined => readers.get(findMediaType(bytes) ?? '')?.();
