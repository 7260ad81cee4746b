// The fonts, images and hyphenation patterns that rendering needs, as bytes by name. The engine implements the interface; the document core opens no files.
import { findNearest } from '../words/nearest.ts';

export interface Resource {
  /** Distinct for distinct bytes, cheap to compare: SHA-256 in hex. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

export type AssetKind = 'font' | 'image' | 'file';

export interface Resources {
  /** A font file by its name in a template ("Inter.ttf"), or undefined. */
  font(name: string): Resource | undefined;
  /** An image by its name in a template ("logo.png"), or undefined. */
  image(name: string): Resource | undefined;
  /** Any file by its name in a template ("terms.pdf"), or undefined. */
  file(name: string): Resource | undefined;
  /** Packed hyphenation patterns by the name of a language in lower case ("de", "en-gb"), or undefined. Raises ASSET_INVALID for a broken file. */
  patterns(name: string): Resource | undefined;
  /** A file of an installed package, such as the WebAssembly module `@resvg/resvg-wasm/index_bg.wasm`. */
  libraryFile(path: string): Promise<Uint8Array>;
  /** All names of a kind, for a message that suggests the nearest. */
  names(kind: AssetKind): readonly string[];
}

/** The message for a missing file, without its full stop, with the right name. */
export function explainMissing(kind: AssetKind, name: string, resources: Resources): string {
  const shown = JSON.stringify(name.slice(0, 80));
  if (/^(?:[a-z][a-z\d+.-]+:)?\/\//i.test(name)) {
    const inline = kind === 'image' ? ', or give a data: URI' : '';
    return `${shown} is an address, and addresses are not loaded: put the file into the assets and write its name${inline}`;
  }
  const names = resources.names(kind);
  // The name of an asset does not include the folder of the assets.
  const base = name.replaceAll('\\', '/').replace(/^.*\//, '');
  const near = findNearest(name, names) ?? (names.includes(base) ? base : findNearest(base, names));
  return `There is no ${kind === 'font' ? 'font file' : kind} ${shown} among the assets${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`;
}
