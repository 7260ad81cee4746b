import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { makeAvif, makeWebp, pixelsOf } from '../document/image/make-picture.ts';
import { makeFolder } from '../support/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (command: string, args: string[], cwd: string) => execaSync(command, args, { cwd, stdin: 'ignore' }).stdout;

test('the packed package works when it is installed elsewhere', { timeout: 300_000 }, async () => {
  const elsewhere = makeFolder();
  // The build is there already: packing must not make it anew under the feet of other tests.
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', elsewhere], root)) as [
    { filename: string; files: { path: string }[] },
  ];
  const files = packed.files.map((file) => file.path);
  expect(files).toEqual(
    expect.arrayContaining([
      ...['bin/pdfgen.js', 'dist/js/index.js', 'dist/js/LICENSES.txt', 'dist/vendor/avif-decoder.wasm'],
      ...['dist/vendor/webp-decoder.wasm', 'dist/fonts/noto-sans/OFL.txt', 'dist/fonts/liberation-sans/OFL.txt'],
      ...['dist/fonts/pdfgen-symbols/OFL.txt', 'dist/schema/template.v1.json', 'templates-examples/invoice/template.json'],
      ...['LICENSE', 'README.md', 'docs/guides/library.md', 'docs/pictures/first-template.png'],
    ]),
  );
  expect(files.filter((file) => /^(?:src|test|bench|\.ci)\//.test(file))).toEqual(['bench/README.md']);

  writeFileSync(join(elsewhere, 'package.json'), '{"type":"module","private":true}');
  run(
    'npm',
    ['install', '--engine-strict', '--no-audit', '--no-fund', '--prefer-offline', join(elsewhere, packed.filename)],
    elsewhere,
  );
  const command = join(elsewhere, 'node_modules/.bin/pdfgen');
  run(command, ['init', 'demo'], elsewhere);
  run(command, ['generate', 'single', 'invoice', '-o', 'invoice.pdf', '--strict'], join(elsewhere, 'demo'));
  expect(run('pdftotext', [join(elsewhere, 'demo/invoice.pdf'), '-'], elsewhere)).toContain('2026-0417');

  const uri = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
  const pixels = pixelsOf(4, 4);
  const images = [uri('webp', await makeWebp(pixels)), uri('avif', await makeAvif(pixels))];
  mkdirSync(join(elsewhere, 'photos'));
  writeFileSync(
    join(elsewhere, 'photos/template.json'),
    JSON.stringify({ pages: [{ body: images.map((image) => ({ image, alt: '' })) }] }),
  );
  run('npx', ['pdfgen', 'generate', 'single', './photos', '-o', 'photos.pdf', '--strict'], elsewhere);
  expect(run('pdfimages', ['-list', join(elsewhere, 'photos.pdf')], elsewhere)).toMatch(/image +4 +4 .*\n.*image +4 +4 /);

  const draw = ['generate', 'single', 'invoice', '--png', 'pages'];
  const withoutPdfium = execaSync(command, draw, { cwd: join(elsewhere, 'demo'), stdin: 'ignore', reject: false });
  expect(withoutPdfium).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('which is not installed. Install it beside pdfgen: npm install @hyzyla/pdfium'),
  });
  cpSync(join(root, 'node_modules/@hyzyla'), join(elsewhere, 'node_modules/@hyzyla'), { recursive: true });
  run(command, draw, join(elsewhere, 'demo'));
  expect(readdirSync(join(elsewhere, 'demo/pages'))).toEqual(['invoice-2026-0417-1.png']);

  writeFileSync(
    join(elsewhere, 'use.js'),
    `import { createLocalEngine } from 'pdfgen';
import { errorTable } from 'pdfgen/contract';
import schema from 'pdfgen/schema/template.json' with { type: 'json' };
const engine = await createLocalEngine({ workspace: 'demo' });
const { uuid } = await engine.findTemplate('invoice');
const { exampleData } = await engine.getTemplate({ params: { uuid } });
const pdf = await engine.generateSingle({ params: { uuid }, body: { data: exampleData } });
console.log(JSON.stringify([pdf.pages, errorTable.DATA_INVALID.exit, schema.title]));
`,
  );
  expect(JSON.parse(run(process.execPath, ['--no-warnings', 'use.js'], elsewhere))).toEqual([1, 3, 'pdfgen template']);
  expect(readFileSync(join(elsewhere, 'demo/invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-');

  writeFileSync(
    join(elsewhere, 'use.ts'),
    `import { createLocalEngine } from 'pdfgen';
import { createClient } from 'pdfgen/client';
import { errorTable } from 'pdfgen/contract';
const engine = await createLocalEngine({ workspace: 'demo' });
export const uuid: string = (await engine.findTemplate('invoice')).uuid;
// @ts-expect-error: types are there, not any
export const wrong: number = uuid;
export const exit: number = errorTable.DATA_INVALID.exit;
export { createClient };
`,
  );
  const compile = [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
  ];
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  run(process.execPath, [...compile, '--target', 'es2023', ...types, 'use.ts'], elsewhere);
});
