// Bundles programs for browsers, for tests.
import { rolldown } from 'rolldown';
import { engineOptions, enginePlugins, pageOptions, pagePlugins } from './bundle-browser.mjs';

/** Writes the bundle of a module that lays documents out into a folder, as `main.js` with the parts that are loaded on demand. */
export const bundleLayout = (entry, folder) => bundle({ ...engineOptions, plugins: enginePlugins() }, entry, folder);

/** Writes the bundle of a module with components of pages, in the same way. */
export const bundlePage = (entry, folder) => bundle({ ...engineOptions, ...pageOptions, plugins: pagePlugins() }, entry, folder);

async function bundle(options, entry, folder) {
  const bundled = await rolldown({
    input: { main: entry },
    ...options,
    onLog(level, log, next) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'EVAL') next(level, log);
    },
  });
  await bundled.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: true });
  await bundled.close();
}
