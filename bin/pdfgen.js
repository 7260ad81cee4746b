#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Before anything else runs: what V8 allocates in its old space ahead of time would die there with its page, and the heap grow for nothing.
setFlagsFromString('--no-allocation-site-pretenuring');
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process);
