// Bundles a program for browsers that lays documents out: src/platform/browser.ts stands in for what Node has.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const node = pathOf('src/platform/index.ts');

/** Writes the bundle of a module into a folder, as `main.js` with the parts that are loaded on demand. */
export async function bundleLayout(entry, folder) {
  const bundled = await rolldown({
    input: { main: entry },
    platform: 'browser',
    // What is there in Node alone, in code that a browser does not run.
    external: [/^node:/, 'module'],
    plugins: [
      {
        name: 'platform',
        async resolveId(id, from) {
          if (id.startsWith('#')) return pathOf(`dist/vendor/${id.slice(1)}.js`);
          const found = from && (await this.resolve(id, from, { skipSelf: true }));
          return found?.id === node ? pathOf('src/platform/browser.ts') : found;
        },
      },
    ],
    onLog(level, log, next) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'EVAL') next(level, log);
    },
  });
  await bundled.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: true });
  await bundled.close();
}
