import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (command: string, args: string[], cwd: string) => execaSync(command, args, { cwd, stdin: 'ignore' }).stdout;

test('the decoders of pictures are outside of the pack and of the bundle, and ship with their licences', () => {
  const bundled = readdirSync(join(root, 'dist/js')).map((name) => readFileSync(join(root, 'dist/js', name), 'latin1'));
  expect(bundled.filter((code) => code.includes('emscripten_resize_heap'))).toEqual([]);
  expect(readFileSync(join(root, 'dist/vendor/webp-decoder.js'), 'latin1')).toContain('emscripten_resize_heap');
  const licences = readFileSync(join(root, 'dist/js/LICENSES.txt'), 'utf8');
  for (const name of ['@jsquash/webp', 'libwebp', '@jsquash/avif', 'libavif']) expect(licences).toContain(`\n${name}`);
});

test('installing the package runs no script of it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const atInstall = /^(?:pre|post)?(?:install|prepare|prepublish)$/;
  expect(Object.keys(scripts).filter((name) => atInstall.test(name))).toEqual([]);
});

test('PDFKit as it is shipped needs no package, wherever a package manager puts them', () => {
  const elsewhere = makeFolder();
  copyFileSync(join(root, 'dist/vendor/pdfkit.js'), join(elsewhere, 'pdfkit.mjs'));
  const use = "const { default: Document } = await import('./pdfkit.mjs'); console.log(typeof Document.prototype.ref);";
  expect(run(process.execPath, ['--input-type=module', '-e', use], elsewhere)).toBe('function');
});
