// Runs the packs: the program, and the code that few documents need, a file of code each. V8 compiles functions when they are first called. A cache
// keeps the compiled functions of earlier runs, so that a later run compiles next to nothing.
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { cacheFolder } from './cache-folder.js';
import { isForeign } from './is-foreign.js';

/** A cache that nobody has written for this long is of an earlier version. */
const staleMs = 30 * 86_400_000;

/**
 * Loads the pack of the program. That of the code on demand is loaded when it is first asked for. `keep(command)` writes what this run has compiled,
 * unless an earlier run of the command has written it. `user`: who runs the pack. Each has caches of its own, since all functions of a cache take memory.
 */
export function loadPack(user) {
  const folder = cacheFolder();
  const caches = folder && { folder, user };
  const main = runPack('pdfgen', caches, importModule);
  let rare;
  const asked = new Set();
  return {
    ...main.exports,
    keep(command) {
      main.keep(command);
      rare?.keep([command, ...asked].sort().join(' '));
    },
  };

  async function importModule(name) {
    if (!name.startsWith('on-demand:')) return import(name);
    rare ??= runPack('on-demand', caches, importModule, main.exports.modules);
    asked.add(name);
    return rare.exports.modules[name]();
  }
}

/** `modules`: those of another pack that this one uses, by name. */
function runPack(name, caches, importModule, modules = {}) {
  const file = fileURLToPath(new URL(`../dist/js/${name}.cjs`, import.meta.url));
  const code = readFileSync(file, 'latin1');
  const cache = caches && openCache(file, caches);
  const script = new Script(code, { filename: file, cachedData: cache?.compiled });
  const module = { exports: {} };
  const requireFile = createRequire(file);
  const requireModule = (id) => (Object.hasOwn(modules, id) ? modules[id]() : requireFile(id));
  script.runInThisContext()(module.exports, requireModule, module, file, dirname(file), importModule);
  return {
    exports: module.exports,
    keep(command) {
      const commands = script.cachedDataRejected ? [] : (cache?.commands ?? []);
      if (cache && !commands.includes(command)) writeCache(cache, [...commands, command], script.createCachedData());
    },
  };
}

/**
 * The cache of compiled code, for one program at one path, one user and one V8 (its version, its flags and the processor). The path counts because
 * compiled code names its file. Undefined: other users could write there.
 */
function openCache(file, { folder, user }) {
  const digest = `${readFileSync(`${file}.sha256`, 'latin1').slice(0, 16)}.${crc32(file).toString(16)}`;
  const path = join(folder, `${digest}-${user}-${process.version}-${cachedDataVersionTag().toString(16)}.pack`);
  try {
    if (isForeign(folder) || isForeign(path)) return undefined;
    const bytes = readFileSync(path);
    const end = bytes.indexOf(10);
    const { commands, crc } = JSON.parse(bytes.toString('latin1', 0, end));
    const compiled = bytes.subarray(end + 1);
    // V8 does not check what it reads.
    return crc === crc32(compiled) ? { path, commands, compiled } : { path };
  } catch {
    return { path };
  }
}

/** Writes the cache whole. If it cannot be written, the next run compiles again. */
function writeCache({ path }, commands, compiled) {
  const folder = dirname(path);
  const part = `${path}.${process.pid}-${threadId}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isForeign(folder)) return;
    const head = `${JSON.stringify({ commands, crc: crc32(compiled) })}\n`;
    writeFileSync(part, Buffer.concat([Buffer.from(head), compiled]), { mode: 0o600 });
    renameSync(part, path);
    removeStale(folder);
  } catch {
    remove(part);
  }
}

function removeStale(folder) {
  const oldest = Date.now() - staleMs;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/\.pack(?:\.[\d-]+)?$/.test(name) && statSync(path).mtimeMs < oldest) remove(path);
  }
}

function remove(path) {
  try {
    unlinkSync(path);
  } catch {
    // It was never there, or it stays.
  }
}
