// Builds after an installation in a clone. Without the packages for development (`npm prune --omit=dev`) nothing can be built, and what is built stays.
import { existsSync } from 'node:fs';

const isDevelopment = existsSync(new URL('../node_modules/rolldown', import.meta.url));
if (isDevelopment) await import('./build.mjs');
