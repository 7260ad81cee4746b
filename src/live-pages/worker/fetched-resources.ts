// The files of a shown template, fetched when layout asks for them.

import { libraryFiles } from '#library-files';
import { pictureName } from '../../contract/asset-types.ts';
import type { ShownFile, ShownFiles } from '../../contract/shown-template.ts';
import { onDemand } from '../../document/on-demand.ts';
import type { Resource, Resources } from '../../document/resources.ts';
import { pickFont } from '../../document/text/font/collection.ts';
import { isFontFile, readFontName } from '../../words/font-lines.ts';
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

function openFile({ key, path }: ShownFile, { address, headers }: FileBase): Resource {
  let file = fetched.get(key);
  if (!file) {
    file = onDemand(path, async () => ({ key, bytes: await fetchBytes(new URL(path, address).href, headers) }));
    fetched.set(key, file);
  }
  return file();
}

/** Raises an error that says which file did not come. */
async function fetchBytes(address: string, headers: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const answer = await awaited(fetch(address, { headers }));
  if (!answer.ok) throw new Error(`${address} was not loaded: the server answers with ${answer.status}.`);
  return new Uint8Array(await awaited(answer.arrayBuffer()));
}
