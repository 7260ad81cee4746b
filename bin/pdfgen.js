#!/usr/bin/env node
import module from 'node:module';
import { isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Before anything else runs: what V8 allocates in its old space ahead of time would die there with its page, and the heap grow for nothing.
setFlagsFromString('--no-allocation-site-pretenuring');
// A run is over in seconds, a fifth of which goes into optimising code: with less of it inlined that is 6 to 8 % less processor time.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
// From Node 22.8 on, compiled code is kept for the next run: in a folder of this user, as what lies there is run. One that is named from here is
// none (XDG Base Directory Specification), and under sudo the home may be another's.
const { HOME, LOCALAPPDATA, NODE_COMPILE_CACHE, SUDO_UID, XDG_CACHE_HOME } = process.env;
const caches = [XDG_CACHE_HOME, HOME && join(HOME, '.cache'), LOCALAPPDATA].find((folder) => folder && isAbsolute(folder));
if (caches && NODE_COMPILE_CACHE === undefined && SUDO_UID === undefined) module.enableCompileCache?.(join(caches, 'pdfgen'));
const { main } = await import('../dist/js/main.js');
process.exitCode = await main(process);
