// What a build is made of, so that `npm run build` can tell whether a file has changed since the last one.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
/** npm writes the installed versions into the last of these files. */
const files = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
const folders = ['src', 'scripts'];

/** A finished build writes the hash of its inputs here. */
export const buildRecord = fileURLToPath(new URL('.build/inputs.sha256', root));

/** The same for a build of the modules, which ends before dist is bundled. */
export const modulesRecord = fileURLToPath(new URL('.build/modules.sha256', root));

/** SHA-256 of the version of Node.js and of all files that the build reads. */
export function hashBuildInputs() {
  const hash = createHash('sha256').update(process.version);
  const found = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
      .sort(),
  );
  for (const file of [...files.map((name) => fileURLToPath(new URL(name, root))), ...found]) {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether dist and .build were built from the files as they are now. */
export const isBuilt = () => existsSync(new URL('dist/schema/template.v1.json', root)) && holdsInputs(buildRecord);

/** The same for .build and dist/vendor. */
export const areModulesBuilt = () => existsSync(new URL('dist/vendor', root)) && holdsInputs(modulesRecord);

const holdsInputs = (record) => existsSync(record) && readFileSync(record, 'utf8') === hashBuildInputs();
