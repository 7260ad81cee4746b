// The readers of pictures, by media type. Those beyond PNG and JPEG are loaded when a document draws such a picture. Layout does not wait, so it is begun again.
import { findMediaType } from '../../contract/asset-types.ts';
import type { Resources } from '../resources.ts';
import { jpegReader } from './jpeg-reader.ts';
import type { PictureReader } from './picture-reader.ts';
import { pngReader } from './png-reader.ts';

/** Loads a file of an installed package, such as a WebAssembly module. */
type LoadFile = Resources['libraryFile'];

const loaders: Readonly<Record<string, (load: LoadFile) => Promise<PictureReader>>> = {
  'image/gif': async () => (await import('./gif-reader.ts')).gifReader,
  'image/webp': async () => {
    const [{ createWebpReader }, { decode }] = await Promise.all([import('./webp-reader.ts'), import('#webp-decoder')]);
    return createWebpReader(decode);
  },
  'image/avif': async () => {
    const [{ createAvifReader }, { decode }] = await Promise.all([import('./avif-reader.ts'), import('#avif-decoder')]);
    return createAvifReader(decode);
  },
  'image/svg+xml': async (load) => {
    const [{ openSvgReader }, wasm] = await Promise.all([import('./svg/svg-reader.ts'), load('@resvg/resvg-wasm/index_bg.wasm')]);
    return openSvgReader(wasm);
  },
};

const readers = new Map([
  ['image/png', pngReader],
  ['image/jpeg', jpegReader],
]);
const loading = new Map<string, Promise<PictureReader>>();

/** Raised for a picture whose reader is not loaded. */
class ReaderMissing extends Error {
  readonly type: string;

  constructor(type: string) {
    super(`The reader of ${type} is not loaded.`);
    this.type = type;
  }
}

/** The reader of a file: its bytes decide. Undefined: it is no picture that can be drawn. Only for work inside of `withPictureReaders`. */
export function readerOf(bytes: Uint8Array): PictureReader | undefined {
  const type = findMediaType(bytes) ?? '';
  const reader = readers.get(type);
  if (!reader && Object.hasOwn(loaders, type)) throw new ReaderMissing(type);
  return reader;
}

/** Does some work on pictures. If it finds a picture whose reader is not loaded, the reader is loaded, and the work begins again: once for each kind in a process. */
export async function withPictureReaders<T>({ libraryFile }: Pick<Resources, 'libraryFile'>, work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ReaderMissing)) throw error;
      const reader = loading.get(error.type) ?? loaders[error.type]!(libraryFile);
      loading.set(error.type, reader);
      readers.set(error.type, await reader);
    }
  }
}
