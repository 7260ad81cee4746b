// Loads what sets the axes of variable fonts: the subsetter of HarfBuzz, which comes with harfbuzzjs.
import { type InstanceFont, openInstancer } from '../document/text/font/instance-font.ts';
import { libraryFile } from '../files/program-files.ts';

let loaded: Promise<InstanceFont> | undefined;

export function loadInstancer(): Promise<InstanceFont> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<InstanceFont> {
  return openInstancer(await WebAssembly.compile(await libraryFile('harfbuzzjs/dist/harfbuzz-subset.wasm')));
}
