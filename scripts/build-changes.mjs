// npm run build: builds, unless no input of the last build has changed. `--modules` leaves out what is bundled from the modules: src runs then, but not
// bin. `--force` builds all of it anew.
import { areModulesBuilt, isBuilt } from './build-inputs.mjs';

const isDone = process.argv.includes('--modules') ? areModulesBuilt() : isBuilt();
if (isDone && !process.argv.includes('--force')) console.log('dist is up to date.');
else await import('./build.mjs');
