// Bundles a program for browsers that lays documents out, for tests.
import { rolldown } from 'rolldown';
import { engineOptions, enginePlugins } from './bundle-browser.mjs';

/** Writes the bundle of a module into a folder, as `main.js` with the parts that are loaded on demand. */
export async function bundleLayout(entry, folder) {
  const bundled = await rolldown({
    input: { main: entry },
    ...engineOptions,
    plugins: enginePlugins(),
    onLog(level, log, next) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'EVAL') next(level, log);
    },
  });
  await bundled.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: true });
  await bundled.close();
}
