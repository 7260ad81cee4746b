// Makes the pack: the command line as one file of CommonJS, dist/js/pdfgen.cjs. bin/load-pack.js runs it with the compiled code of earlier runs.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** A package that is not in the pack. It is loaded when the first module that needs it runs, as it would be as a module of its own. */
const outside = '\0outside:';

/** `isInstalled`: whether a package stays where it is installed. `plugins`: those of the bundle. */
export async function makePack({ isInstalled, plugins }) {
  const pack = await rolldown({
    input: { pdfgen: './.build/cli/main.js' },
    platform: 'node',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['node', 'module', 'import', 'default'] },
    plugins: [{ name: 'outside', resolveId: (id, from, { kind }) => find(id, from, kind, isInstalled), load }, ...plugins],
  });
  const { output } = await pack.generate({ format: 'cjs', codeSplitting: false, comments: { legal: false, jsdoc: false } });
  await pack.close();
  const code = toFunction(output[0].code);
  writeFileSync('dist/js/pdfgen.cjs', code);
  writeFileSync('dist/js/pdfgen.cjs.sha256', createHash('sha256').update(code).digest('hex'));
  return output[0].moduleIds;
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
  if (!id.startsWith(outside)) return undefined;
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
