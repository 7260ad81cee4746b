// The files of a shown template, fetched when layout asks for them.

import { libraryFiles } from '#library-files';
import { pictureName } from '../../contract/asset-types.ts';
import type { ShownFile, ShownFiles, ShownTemplate } from '../../contract/shown-template.ts';
import { onDemand } from '../../document/on-demand.ts';
import type { Resource, Resources } from '../../document/resources.ts';
import { shippedFamilies } from '../../document/template/font-families.ts';
import { pickFont } from '../../document/text/font/collection.ts';
import { shippedFamily } from '../../document/text/text-properties.ts';
import { layoutWords } from '../../editor-words/index.ts';
import { isFontFile, namesFont, readFontName } from '../../words/font-lines.ts';
import type { FileBase } from '../protocol.ts';
import { awaited } from './awaited.ts';

/** Files that were fetched, by their keys. A change of the template rarely changes them. */
const fetched = new Map<string, () => Resource>();

/** Call its functions inside of `withDemanded`. */
export function fetchedResources(files: ShownFiles, base: FileBase): Resources {
  const open = (kind: keyof ShownFiles, name: string): Resource | undefined =>
    Object.hasOwn(files[kind], name) ? openFile(files[kind][name]!, base) : undefined;
  return {
    font(name) {
      const { file, font } = readFontName(name) ?? { file: name, font: undefined };
      const whole = open('fonts', file);
      return whole && pickFont(whole, font);
    },
    image: (name) => open('assets', name),
    file: (name) => open('assets', name),
    patterns: (language) => open('patterns', language),
    async libraryFile(path) {
      const address = libraryFiles[path];
      if (address === undefined) throw new Error(`${path} is not among the files for browsers.`);
      return fetchBytes(address, {});
    },
    names(kind) {
      if (kind === 'font') return Object.keys(files.fonts);
      const names = Object.keys(files.assets);
      return kind === 'file' ? names : names.filter((name) => pictureName.test(name) && !isFontFile(name));
    },
  };
}

/**
 * Fetches at once what a template will most likely ask for: the files that it names, and the fonts of text without a font. What does not come is asked
 * for again by layout. Files of earlier states of the template are forgotten.
 */
export async function fetchNamed({ document, files }: Pick<ShownTemplate, 'document' | 'files'>, base: FileBase): Promise<void> {
  const all = [files.assets, files.fonts, files.patterns].flatMap((kind) => Object.values(kind));
  const keys = new Set(all.map(({ key }) => key));
  for (const key of fetched.keys()) if (!keys.has(key)) fetched.delete(key);
  const written = JSON.stringify(document);
  const { styles } = document as { readonly styles?: { readonly base?: { readonly font?: unknown } } };
  const own = styles?.base?.font === undefined ? Object.values(shippedFamilies[shippedFamily]!) : [];
  const isLikely = (name: string) => own.includes(name) || namesFont(written, name);
  const likely = Object.entries({ ...files.assets, ...files.fonts }).filter(([name]) => isLikely(name));
  await Promise.allSettled(
    likely.map(async ([, file]) => {
      if (fetched.has(file.key)) return;
      const resource = await fetchFile(file, base);
      fetched.set(file.key, () => resource);
    }),
  );
}

function openFile(file: ShownFile, base: FileBase): Resource {
  const open = fetched.get(file.key) ?? onDemand(file.path, () => fetchFile(file, base));
  fetched.set(file.key, open);
  return open();
}

const fetchFile = async ({ key, path }: ShownFile, { address, headers }: FileBase): Promise<Resource> => ({
  key,
  bytes: await fetchBytes(new URL(path, address).href, headers),
});

/** Raises an error that says which file did not come. */
async function fetchBytes(address: string, headers: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const answer = await awaited(fetch(address, { headers }));
  if (!answer.ok) throw new Error(layoutWords.fileNotLoaded(address, answer.status));
  return new Uint8Array(await awaited(answer.arrayBuffer()));
}
