// Runs a TypeScript file as a process of its own: node run-typescript.mjs FILE ARGUMENTS. The sources run as they lie, without a build.
import { runnerImport } from 'vite';

const [file, ...rest] = process.argv.slice(2);
process.argv = [process.argv[0], file, ...rest];
await runnerImport(file, { configFile: false, logLevel: 'error' });
