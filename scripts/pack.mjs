// Makes the packs, each a file of CommonJS which bin/load-pack.js runs with the compiled code of earlier runs: dist/js/pdfgen.cjs holds the command
// line and the thread that renders, dist/js/on-demand.cjs what only few documents need.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Code that is not in the bundle. It is loaded when the first module that needs it runs, as it would be as a module of its own. */
const outside = '\0outside:';
const entry = '\0entry';
/** The module that bin/thread.js runs. */
const thread = '.build/renderer/pool/thread.js';

/** `isInstalled`: whether a package stays where it is installed. `plugins`: those of the bundle. Returns the bundled files. */
export async function makePack(settings) {
  const main = "export { main } from './.build/cli/main.js';";
  const shared = new Set([resolve(thread)]);
  const onDemand = new Set();
  const alone = await bundle(`${main}\n${exportModules(shared, 'pack:')}`, settings, { onDemand });
  const rare = await bundle(exportModules(onDemand, 'on-demand:'), settings, {
    onDemand,
    shared,
    held: new Set(alone.moduleIds),
  });
  const whole = await bundle(`${main}\n${exportModules(shared, 'pack:')}`, settings, { onDemand });
  write('pdfgen', whole.code);
  write('on-demand', rare.code);
  return [...whole.moduleIds, ...rare.moduleIds];
}

/** A module whose export `modules` runs and returns each of the files by its name. */
function exportModules(files, prefix) {
  const lines = [...files]
    .sort()
    .map((file) => `${JSON.stringify(prefix + nameOf(file))}: () => require(${JSON.stringify(file)}),`);
  return `export const modules = {\n${lines.join('\n')}\n};`;
}

const nameOf = (file) => relative('', file).replaceAll('\\', '/');

/**
 * Bundles a module of the given code. A module that `onDemand` loads (src/document/on-demand.ts) is left out, and its file is added to `onDemand`; the
 * files of another bundle that are in `held` too, and their uses are added to `shared`.
 */
async function bundle(code, { isInstalled, plugins }, { onDemand, shared, held }) {
  const bundled = await rolldown({
    input: { entry },
    platform: 'node',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['node', 'module', 'import', 'default'] },
    plugins: [
      { name: 'entry', resolveId: (id) => (id === entry ? id : undefined), load: (id) => (id === entry ? code : undefined) },
      {
        name: 'outside',
        // A path is no package: the bundler need not ask.
        resolveId: { filter: { id: /^[^./]/ }, handler: (id, from, { kind }) => find(id, from, kind, isInstalled) },
        load: { filter: { id: /^\0outside:/ }, handler: load },
      },
      {
        name: 'elsewhere',
        async resolveId(id, from, { kind }) {
          if (kind === 'dynamic-import' && id.startsWith('.') && readFileSync(from, 'utf8').includes('onDemand(')) {
            const file = resolve(from, '..', id);
            onDemand.add(file);
            return { id: `on-demand:${nameOf(file)}`, external: true };
          }
          if (id.startsWith('pack:')) return { id, external: true };
          if (held === undefined || from === undefined || from === entry) return undefined;
          const found = await this.resolve(id, from, { kind, skipSelf: true });
          if (!found || !held.has(found.id)) return undefined;
          shared.add(found.id);
          return `${outside}pack:${nameOf(found.id)}`;
        },
      },
      ...plugins,
    ],
  });
  const { output } = await bundled.generate({ format: 'cjs', codeSplitting: false, comments: { legal: false, jsdoc: false } });
  await bundled.close();
  return output[0];
}

function write(name, bundled) {
  const code = toFunction(bundled);
  writeFileSync(`dist/js/${name}.cjs`, code);
  writeFileSync(`dist/js/${name}.cjs.sha256`, createHash('sha256').update(code).digest('hex'));
}
function find(id, from, kind, isInstalled) {
  if (id === '#pdfkit') return resolve('dist/vendor/pdfkit.js');
  const isOutside = builtinModules.includes(id) || isInstalled(id);
  // Code without import statements cannot tell the default of a package of ES modules from the others.
  if (!isOutside || (kind === 'import-statement' && isOfModules(id))) return undefined;
  const isLate = kind === 'dynamic-import' || kind === 'require-call' || from?.startsWith(outside);
  return isLate ? { id, external: true } : `${outside}${id}`;
}

function isOfModules(id) {
  if (id.startsWith('node:') || builtinModules.includes(id)) return false;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(id);
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).type === 'module';
}

function load(id) {
  return { code: `module.exports = require(${JSON.stringify(id.slice(outside.length))});`, moduleType: 'js' };
}

/** The function that runs the code. In code that V8 compiles by itself, `import()` needs a callback that Node 20 does not have: a parameter stands for it. */
function toFunction(code) {
  const body = code
    .split('\n')
    .map((line) => (/^\s*(?:\/[/*]|\*)/.test(line) ? line : line.replace(/(?<![\w.$'"`])import\(/g, 'importModule(')))
    .join('\n')
    // V8 keeps text beyond ASCII with two bytes a character.
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `(function (exports, require, module, __filename, __dirname, importModule) {${body}\n})`;
}
