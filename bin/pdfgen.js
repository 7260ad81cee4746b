#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { cacheFolder } from './cache-folder.js';
import { isForeign } from './is-foreign.js';

// These settings come before all other code. V8 would allocate some objects in its old space ahead of time. They would die there with their page, and
// the heap would grow for nothing.
setFlagsFromString('--no-allocation-site-pretenuring');
// A run is over in seconds, and a fifth of it is the optimising of code. With less inlining the run takes 6 to 8 % less processor time.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
// The room for new objects grows to its full size in one step. While it grew in small steps, V8 collected more often, and marked the whole heap even in
// a short run.
setFlagsFromString('--semi-space-growth-factor=16');
// V8 gives old objects 44 MB at the start, and begins to mark the whole heap when 18 of them are taken, which one document reaches. Here it begins at
// 98 % of the room, and marks in one go at 99 %.
setFlagsFromString('--incremental-marking-soft-trigger=98');
setFlagsFromString('--incremental-marking-hard-trigger=99');
// Node 20 optimises code early, in other threads, and most runs end before that pays. The first budget is the default of Node 24, which has no option of
// the second name.
if (process.version.startsWith('v20.')) {
  setFlagsFromString('--wasm-tiering-budget=13000000');
  setFlagsFromString('--interrupt-budget=270000');
}

const folder = cacheFolder();
// The packages outside of the pack, and threads. Node has this cache from 22.8 on.
if (folder && process.env.NODE_COMPILE_CACHE === undefined && !isForeign(folder)) module.enableCompileCache?.(folder);

async function load() {
  // A whole pack is too much for the version alone.
  if (['-V', '-v', '--version', 'version'].includes(process.argv[2])) return import('../dist/js/main.js');
  const { loadPack } = await import('./load-pack.js');
  return loadPack('cli');
}

const { main, keep } = await load().catch((error) => {
  if (existsSync(new URL('../dist/js/pdfgen.cjs', import.meta.url))) throw error;
  process.stderr.write('error: pdfgen is not built: it has no file dist/js/pdfgen.cjs. Build it with: npm run build\n');
  return { main: () => 2 };
});
process.exitCode = await main(process, keep);
