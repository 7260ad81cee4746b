// Loads what sets the axes of variable fonts: the subsetter of HarfBuzz, which comes with harfbuzzjs.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type InstanceFont, openInstancer } from '../document/text/font/instance-font.ts';

let loaded: Promise<InstanceFont> | undefined;

export function loadInstancer(): Promise<InstanceFont> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<InstanceFont> {
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  return openInstancer(await WebAssembly.compile(await readFile(file)));
}
