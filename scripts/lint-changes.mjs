// Lints the files that have changed since they last passed. A rule that needs the types of other files may miss what their change has broken: `npm run lint`
// lints all files, and `npm test` runs it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './project-files.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const passedFile = 'node_modules/.cache/linted.json';
/** Biome reads no other files of this project. */
const isLinted = /\.(?:[cm]?[jt]sx?|jsonc?|css|html)$/;

const files = [...projectFiles('.')].filter((file) => isLinted.test(file));
const rules = ['biome.json', 'node_modules/@biomejs/biome/package.json'].map((file) => readFileSync(file, 'utf8')).join();
const hashes = new Map(files.map((file) => [file, hash(rules, readFileSync(file))]));
const passed = existsSync(passedFile) ? JSON.parse(readFileSync(passedFile, 'utf8')) : {};
const changed = files.filter((file) => passed[file] !== hashes.get(file));
if (changed.length > 0) {
  const options = ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed];
  const { status } = spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync('node_modules/.cache', { recursive: true });
  writeFileSync(passedFile, JSON.stringify(Object.fromEntries(hashes)));
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('base64');
}
