// The readers of pictures, by media type. Those that need a library are loaded before a document asks for a picture, because layout does not wait.
import { findMediaType, pictureTypeOf, readPictureUri } from '../../contract/asset-types.ts';
import type { Resources } from '../resources.ts';
import { jpegReader } from './jpeg-reader.ts';
import type { PictureReader } from './picture-reader.ts';
import { pngReader } from './png-reader.ts';

/** Loads a file of an installed package, such as a WebAssembly module. */
type LoadFile = Resources['libraryFile'];

const loaders: Readonly<Record<string, (load: LoadFile) => Promise<PictureReader>>> = {
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

/** Loads the readers of some media types. Types that need none are passed over. */
export async function loadPictureReaders(
  types: Iterable<string>,
  { libraryFile }: Pick<Resources, 'libraryFile'>,
): Promise<void> {
  await Promise.all(
    [...types].map(async (type) => {
      if (!Object.hasOwn(loaders, type) || readers.has(type)) return;
      const reader = loading.get(type) ?? loaders[type]!(libraryFile);
      loading.set(type, reader);
      readers.set(type, await reader);
    }),
  );
}

/** The reader of a file. Undefined: it is no picture, or its reader has not been loaded. */
export function readerOf(bytes: Uint8Array): PictureReader | undefined {
  return readers.get(findMediaType(bytes) ?? '');
}

/** The media types of pictures in some values: of data: URIs in their texts, at any depth, and of `names` of files. */
export function pictureTypesIn(value: unknown, names: readonly string[] = []): ReadonlySet<string> {
  const types = new Set(names.map(pictureTypeOf).filter((type) => type !== undefined));
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'object' && part !== null) for (const member of Object.values(part)) open.push(member);
    else if (typeof part === 'string') addTypesIn(part, types);
  }
  return types;
}

/** A text may hold several data: URIs: Markdown does. */
function addTypesIn(text: string, types: Set<string>): void {
  for (let at = text.indexOf('data:image/'); at >= 0; at = text.indexOf('data:image/', at + 1)) {
    const found = readPictureUri(text.slice(at, at + 40));
    if (found) types.add(found.type);
  }
}
