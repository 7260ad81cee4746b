// Compiles src to .build, one file for each module, and bundles .build into dist (`--modules`: not that). dist also gets the files that the program reads at run time: the
// shipped fonts, the editor's page, the page of the API, PDFKit without its unused parts, and the template schema.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { areModulesBuilt, buildRecord, hashBuildInputs, modulesRecord } from './build-inputs.mjs';
import { bundleBrowser } from './bundle-browser.mjs';
import { documentCalls } from './document-calls.mjs';
import { makePack } from './pack.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
/**
 * Packages in the bundle. Ajv and its dependencies are a hundred files, and every document needs them; every command needs Commander. The bundle
 * takes 1 MB of pdf-lib, which is 32 MB as installed: see docs/decisions/0018. It takes 181 kB of the
 * 28 MB of OpenTelemetry: see docs/decisions/0033. It takes 30 kB of `open` and the 11 packages below it, and
 * 80 kB of Chokidar, which tells of changed files on each system. It takes 60 kB of the 1 MB of numfmt.
 */
const bundledPackages = new Set([
  ...['ajv', 'ajv-formats', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse'],
  ...['bidi-js', 'chokidar', 'commander', 'numfmt', 'readdirp'],
  ...[
    'api',
    'api-logs',
    'core',
    'exporter-trace-otlp-http',
    'exporter-trace-otlp-proto',
    'otlp-exporter-base',
    'otlp-transformer',
  ].map((name) => `@opentelemetry/${name}`),
  ...['resources', 'sdk-logs', 'sdk-metrics', 'sdk-trace', 'sdk-trace-base', 'semantic-conventions'].map(
    (name) => `@opentelemetry/${name}`,
  ),
  ...['@cantoo/pdf-lib', 'culori', 'fflate', 'html-entities', 'node-html-better-parser', 'tslib'],
  ...[
    'open',
    'bundle-name',
    'default-browser',
    'default-browser-id',
    'define-lazy-prop',
    'is-docker',
    'is-in-ssh',
    'is-inside-container',
  ],
  ...['is-wsl', 'powershell-utils', 'run-applescript', 'wsl-utils'],
  ...['pkijs', 'asn1js', 'bytestreamjs', '@peculiar/utils', '@noble/hashes', 'node-forge'],
]);

/** The WebAssembly module beside a bundled decoder, as code. */
const compiledDecoder = `import { readFileSync } from 'node:fs';
export const compiled = new WebAssembly.Module(readFileSync(new URL(import.meta.url.replace(/\\.js$/, '.wasm'))));`;

/** The files that are bundled into dist/vendor. */
const vendorModules = '.build/vendor.json';

const inputs = hashBuildInputs();
if (process.argv.includes('--force')) rmSync('.build', { recursive: true, force: true });
if (!areModulesBuilt()) await buildModules();
if (!process.argv.includes('--modules')) await buildRest();

/** What code of src needs to run. */
async function buildModules() {
  // bin would run what was bundled before.
  for (const old of [buildRecord, modulesRecord, 'dist/js', 'dist/vendor']) rmSync(old, { recursive: true, force: true });
  compile();
  leanPdfkit();
  const bundled = [...(await bundlePrompts()), ...(await bundleDecoders()), ...(await bundleEncoders())];
  writeFileSync(vendorModules, JSON.stringify(bundled));
  for (const read of ['fonts', 'hyphenation', 'docs-page']) cpSync(`src/${read}`, `.build/${read}`, { recursive: true });
  writeFileSync(modulesRecord, inputs);
}

/** What is made of the modules. */
async function buildRest() {
  for (const old of ['js', 'browser', 'types', 'schema']) rmSync(`dist/${old}`, { recursive: true, force: true });
  const browserModules = await bundleBrowser('dist/browser');
  await bundle([...JSON.parse(readFileSync(vendorModules, 'utf8')), ...browserModules]);
  copyTypes(['index.d.ts', 'client.d.ts', 'contract/index.d.ts']);
  await documentCalls('dist/types/contract/engine.d.ts');
  for (const read of ['fonts', 'hyphenation', 'docs-page']) cpSync(`src/${read}`, `dist/${read}`, { recursive: true });
  chmodSync('bin/pdfgen.js', 0o755);
  const { templateJsonSchema } = await import('../.build/document/compile/published-schema.js');
  mkdirSync('dist/schema', { recursive: true });
  writeFileSync('dist/schema/template.v1.json', `${JSON.stringify(templateJsonSchema())}\n`);
  writeFileSync(buildRecord, inputs);
}

/** Writes the modules of changed files, and the types of what depends on them. `npm run types` checks the types. */
function compile() {
  const compiled = '.build/modules.tsbuildinfo';
  const options = ['-p', 'tsconfig.json', '--noCheck', '--incremental', '--tsBuildInfoFile', compiled];
  // GOGC=400 runs the garbage collector less often.
  const env = { ...process.env, GOGC: '400' };
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options], { stdio: 'inherit', env });
  for (const file of readdirSync('.build', { recursive: true })) {
    const [, source] = /^(.*?)(?:\.d\.ts|\.js)$/.exec(file) ?? [];
    if (source !== undefined && !existsSync(`src/${source}.ts`)) rmSync(`.build/${file}`);
  }
}

/**
 * Bundles the code: finding and opening hundreds of small files takes longer than running them. All code lies in one folder, as deep as the
 * folders of src, so relative paths to other files stay the same. `otherModules`: the files of other bundles, whose licenses stand beside these.
 */
async function bundle(otherModules) {
  const commander = /[\\/]commander[\\/]lib[\\/]command\.js$/;
  const plugins = [{ name: 'lean-commander', transform: { filter: { id: commander }, handler: leanCommander } }];
  const bundled = await rolldown({
    input: {
      main: './.build/cli/main.js',
      index: './.build/index.js',
      client: './.build/client.js',
      contract: './.build/contract/index.js',
      child: './.build/renderer/pool/child.js',
      'body-thread': './.build/server/body-thread.js',
      'merge-thread': './.build/engine/generation/merge-thread.js',
      'inspect-thread': './.build/inspect/inspect-thread.js',
      'sign-thread': './.build/sign/sign-thread.js',
      'fill-thread': './.build/fill/fill-thread.js',
      'check-font-thread': './.build/engine/fonts/check-font-thread.js',
    },
    platform: 'node',
    // The modern form of a package: what of it is unused can be left out.
    resolve: { mainFields: ['module', 'main'], conditionNames: ['node', 'module', 'import', 'default'] },
    external: isInstalled,
    plugins,
  });
  const { output } = await bundled.write({
    dir: 'dist/js',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundled.close();
  writeFileSync('dist/js/thread.js', "export { default } from '../../bin/thread.js';\n");
  const files = [
    ...otherModules,
    ...output.flatMap(({ moduleIds = [] }) => moduleIds),
    ...(await makePack({ isInstalled, plugins })),
  ];
  const packages = new Set(
    files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1] ?? []),
  );
  const licenses = [...packages].sort().map((name) => `${name}\n\n${readLicense(`node_modules/${name}`)}\n`);
  for (const [name, file] of [
    ['Unicode Character Database', 'scripts/UNICODE-LICENSE'],
    ['libwebp, in @jsquash/webp', 'node_modules/@jsquash/webp/codec/LICENSE.codec.md'],
    ['libavif and libaom, in @jsquash/avif', 'scripts/AVIF-LICENSE'],
  ])
    licenses.push(`${name}\n\n${readFileSync(file, 'utf8').trim()}\n`);
  writeFileSync('dist/js/LICENSES.txt', licenses.join('\n---\n\n'));
}

/** Copies the declarations of the entries of the package, and all that they lead to. */
function copyTypes(entries) {
  const files = new Set(entries);
  for (const file of files) {
    const text = readFileSync(`.build/${file}`, 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import\() ?['"](\.{1,2}\/[^'"]+)\.ts['"]/g))
      files.add(`${join(dirname(file), target)}.d.ts`);
    cpSync(`.build/${file}`, `dist/types/${file}`);
  }
}

function readLicense(folder) {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
  if (!name) {
    const { license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const source = repository?.url ?? repository;
    if (!license || !source) throw new Error(`${folder} has no license to ship with the bundle`);
    return `Licensed under ${license}. The source is at ${source}`;
  }
  return readFileSync(`${folder}/${name}`, 'utf8').trim();
}

/**
 * Bundles the prompts that src/cli/io/prompts.d.ts names. Later versions of the packages below @inquirer/prompts ask for a newer Node than the program,
 * and a package manager would take them. Returns the bundled files.
 */
async function bundlePrompts() {
  const [, names] = /export (\{.*\}) from/.exec(readFileSync('src/cli/io/prompts.d.ts', 'utf8'));
  const virtual = '\0prompts';
  const bundled = await rolldown({
    input: virtual,
    platform: 'node',
    plugins: [
      {
        name: 'prompts',
        resolveId: (id) => (id === virtual ? id : undefined),
        load: (id) => (id === virtual ? `export ${names} from '@inquirer/prompts';` : undefined),
      },
    ],
  });
  const { output } = await bundled.write({ file: 'dist/vendor/prompts.js', format: 'esm' });
  await bundled.close();
  return output[0].moduleIds;
}

/** Bundles the decoders of pictures: their packages are encoders for the most part. Returns the bundled files. */
async function bundleDecoders() {
  const files = [];
  for (const [name, decoder] of [
    ['webp-decoder', 'node_modules/@jsquash/webp/codec/dec/webp_dec'],
    ['avif-decoder', 'node_modules/@jsquash/avif/codec/dec/avif_dec'],
  ]) {
    const bundled = await rolldown({
      input: 'scripts/picture-decoder.mjs',
      platform: 'node',
      plugins: [
        {
          name: 'decoder',
          resolveId: (id) => (id === '#decoder' ? resolve(`${decoder}.js`) : id === '#compiled' ? id : undefined),
          load: (id) => (id === '#compiled' ? compiledDecoder : undefined),
        },
      ],
    });
    const { output } = await bundled.write({ file: `dist/vendor/${name}.js`, format: 'esm' });
    await bundled.close();
    cpSync(`${decoder}.wasm`, `dist/vendor/${name}.wasm`);
    files.push(...output[0].moduleIds);
  }
  return files;
}

/** Bundles the encoders of barcodes, without the fonts by which bwip-js prints text. Returns the bundled files. */
async function bundleEncoders() {
  const withoutFonts = (code, id) => {
    if (!/[\\/]bwip-js-gen\.mjs$/.test(id)) return undefined;
    const lean = code.replace(/^FontLib\.loadFont\("OCR-.*$/gm, '');
    if (code.length === lean.length) throw new Error('bwip-js no longer loads its fonts as it did: look at bundleEncoders');
    return lean;
  };
  const plugins = [{ name: 'without-fonts', transform: withoutFonts }];
  const bundled = await rolldown({ input: 'scripts/barcode-encoders.mjs', platform: 'node', plugins });
  const { output } = await bundled.write({ file: 'dist/vendor/barcode-encoders.js', format: 'esm', minify: true });
  await bundled.close();
  return output[0].moduleIds;
}

/** Commander loads Node's child_process for commands that are separate programs. pdfgen has no such commands, and loading the module takes time. */
function leanCommander(code) {
  const unused = "const childProcess = require('node:child_process');";
  if (!code.includes(unused))
    throw new Error('Commander no longer loads node:child_process as it did: look at leanCommander in scripts/build.mjs');
  return code.replace(unused, 'let childProcess;');
}

/** Other packages stay where they are installed. */
function isInstalled(id) {
  const [, name] = /^(?:node:|((?:@[^/:]+\/)?[^./:][^/:]*)(?:\/|$))/.exec(id) ?? [];
  return id.startsWith('node:') || (name !== undefined && !bundledPackages.has(name));
}

/**
 * pdfgen uses PDFKit only as the frame of a file. Its fonts, lines, pictures and encryption are never called, but loading them takes longer than
 * rendering a page. Fails if the installed version imports them in another way.
 */
function leanPdfkit() {
  let code = readFileSync('node_modules/pdfkit/js/pdfkit.node.mjs', 'utf8');
  for (const unused of ['fontkit', 'linebreak', 'png-js', '@noble/ciphers/aes']) {
    const found = code.match(new RegExp(`^import (?:(\\w+)|\\{ ([\\w, ]+) \\}) from '${unused}';$`, 'm'));
    if (!found) throw new Error(`PDFKit no longer imports ${unused} as it did: look at leanPdfkit in scripts/build.mjs`);
    code = code.replace(found[0], `let ${found[1] ?? found[2]};`);
  }
  // PDFKit's own dependencies may not be found from dist: a package manager may install them below PDFKit only, or have another version at the top.
  const hashes = "import { bytesToHex, concatBytes } from '@noble/hashes/utils';";
  code = code.replace(hashes, "let concatBytes;\nconst bytesToHex = (bytes) => Buffer.from(bytes).toString('hex');");
  const [, foreign] = code.match(/^import .* from '((?!(?:crypto|fs|module|stream|zlib)')[^']*)';$/m) ?? [];
  if (foreign)
    throw new Error(`PDFKit imports ${foreign}, which is not where dist/vendor is: look at leanPdfkit in scripts/build.mjs`);
  const license = readFileSync('node_modules/pdfkit/LICENSE', 'utf8').trim();
  mkdirSync('dist/vendor', { recursive: true });
  writeFileSync('dist/vendor/pdfkit.js', `/*! PDFKit\n${license}\n*/\n${code.replace(/\n\/\/# sourceMappingURL.*\n?$/, '\n')}`);
}
