// npm run build: builds, unless no input of the last build has changed. `--force` builds in any case.
import { isBuilt } from './build-inputs.mjs';

if (!process.argv.includes('--force') && isBuilt()) console.log('dist is up to date.');
else await import('./build.mjs');
