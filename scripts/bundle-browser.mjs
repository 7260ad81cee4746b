// Bundles what browsers load: the worker that lays out documents, the pages of the preview and the editor, fonts and hyphenation patterns. Each file has
// the hash of its content in its name, and lies in the folder as `NAME.br` and `NAME.gz`. src/files/browser-files.ts reads them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, inflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { deferredCode } from './deferred-code.mjs';
import { partSchemas } from './part-schemas.mjs';
import { schemasForPages } from './schemas-for-pages.mjs';
import { withoutDescriptions } from './without-descriptions.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const node = pathOf('src/platform/index.ts');

const encodings = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Larger programs of packages have gzip alone: few documents need them, and each user of pdfgen would have them twice more. */
const largeBytes = 600_000;

/** Fonts and patterns have Brotli alone, for the same reason. */
function encodingsOf(name, { length }) {
  const { br, gz } = encodings;
  if (/\.(?:ttf|bin)$/.test(name)) return { br };
  return name.endsWith('.wasm') && length > largeBytes ? { gz } : { br, gz };
}

/** The scripts of pages, by the names in their HTML. Each is bundled alone: shared files would make each page load code that only others need. */
const scripts = {
  'preview-page': 'src/preview-page/main.tsx',
  'editor-page': 'src/editor-page/main.tsx',
  enter: 'src/editor-page/enter.ts',
};

/** The styles of pages, and the files of src that make them. */
const styles = {
  'preview-page.css': ['live-pages/live-pages.css', 'preview-page/preview-page.css'],
  'editor-page.css': [
    'live-pages/live-pages.css',
    'editor-page/editor-page.css',
    'editor-page/properties/properties.css',
    'editor-page/text/text.css',
  ],
  'notice.css': ['editor-page/notice.css'],
};

/** Files of packages that code in `document` asks for by these paths. */
const libraryPaths = ['@resvg/resvg-wasm/index_bg.wasm', 'harfbuzzjs/dist/harfbuzz-subset.wasm'];

/** The decoders of pictures. They stand in for the bundles that Node runs. */
const decoders = {
  '#webp-decoder': 'node_modules/@jsquash/webp/codec/dec/webp_dec',
  '#avif-decoder': 'node_modules/@jsquash/avif/codec/dec/avif_dec',
};

/** Writes the files into a folder. Returns the modules that went in. */
export async function bundleBrowser(folder) {
  const files = new Map();
  const worker = await bundle({ worker: 'src/live-pages/worker/main.ts' }, files);
  const pictures = await bundle({ 'picture-worker': 'src/editor-page/pictures/worker.ts' }, files);
  const workers = { worker: worker.entries.worker, pictureWorker: pictures.entries['picture-worker'] };
  const pages = [];
  for (const [name, file] of Object.entries(scripts)) pages.push(await bundle({ [name]: file }, files, workers));
  const hashed = new Map(pages.flatMap(({ entries }) => Object.entries(entries).map(([name, file]) => [`${name}.js`, file])));
  for (const [name, parts] of Object.entries(styles)) {
    const css = Buffer.concat(parts.map((part) => readFileSync(pathOf(`src/${part}`))));
    hashed.set(name, hashedName(name, css));
    files.set(hashed.get(name), css);
  }
  const fillWords = await wordFiller();
  for (const folder of ['src/preview-page', 'src/editor-page']) {
    for (const page of readdirSync(pathOf(folder)).filter((name) => name.endsWith('.html'))) {
      const html = readFileSync(pathOf(join(folder, page)), 'utf8');
      files.set(
        page,
        fillWords(html).replace(/(?<=files\/)[\w-]+\.(?:css|js)/g, (name) => hashed.get(name)),
      );
    }
  }
  for (const from of ['src/fonts', 'src/hyphenation']) {
    for (const file of readdirSync(pathOf(from), { recursive: true })) {
      if (!/\.(?:ttf|bin)$/.test(file)) continue;
      const shipped = readFileSync(pathOf(join(from, file)));
      // Patterns ship compressed, and layout takes them unpacked.
      const bytes = file.endsWith('.bin') ? inflateRawSync(shipped) : shipped;
      files.set(hashedName(basename(file), bytes), bytes);
    }
  }
  mkdirSync(folder, { recursive: true });
  await Promise.all(
    [...files].flatMap(([name, source]) => {
      const bytes = Buffer.from(source);
      return Object.entries(encodingsOf(name, bytes)).map(async ([ending, compress]) =>
        writeFileSync(join(folder, `${name}.${ending}`), await compressOnce(bytes, ending, compress)),
      );
    }),
  );
  return [...worker.modules, ...pictures.modules, ...pages.flatMap(({ modules }) => modules)];
}

/** Fills the words of src/editor-words into a page, such as `{{screen.editor}}`, and their language. */
async function wordFiller() {
  const words = await import('../.build/editor-words/index.js');
  const { escapeHtml } = await import('../.build/server/escape-html.js');
  const find = (path) => {
    const word = path.split('.').reduce((at, name) => at?.[name], words);
    if (typeof word !== 'string') throw new Error(`A page asks for the word ${path}, which src/editor-words has not.`);
    return escapeHtml(word);
  };
  return (html) => html.replace(/(?<=<html lang=")[^"]*/, words.language).replace(/\{\{([\w.]+)\}\}/g, (_, path) => find(path));
}

/** Compresses bytes, or takes what an earlier run has made of the same bytes. */
async function compressOnce(bytes, ending, compress) {
  const file = pathOf(`node_modules/.cache/browser/${createHash('sha256').update(bytes).digest('hex')}.${ending}`);
  if (existsSync(file)) return readFileSync(file);
  const compressed = await compress(bytes);
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, compressed);
  renameSync(temporary, file);
  return compressed;
}

/** Adds the bundle of some modules to the files. `workers`: the files of the workers that pages start, beside them. Undefined: it is a worker. */
async function bundle(input, files, workers) {
  const needed = new Set();
  const bundled = await rolldown({
    input,
    ...engineOptions,
    ...(workers !== undefined && pageOptions),
    plugins: [...(workers === undefined ? enginePlugins() : pagePlugins()), workerAddresses(workers), noteNeeded(needed)],
    onLog(level, log, next) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'EVAL') next(level, log);
    },
  });
  const { output } = await bundled.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
    // Otherwise all that two chunks share becomes a chunk of its own, and an entry loads thirty of them.
    ...(workers === undefined && { codeSplitting: { groups: [{ name: 'engine', test: (id) => needed.has(id) }] } }),
  });
  await bundled.close();
  for (const one of output) files.set(one.fileName, one.type === 'chunk' ? one.code : one.source);
  return {
    entries: Object.fromEntries(output.flatMap(({ isEntry, name, fileName }) => (isEntry ? [[name, fileName]] : []))),
    modules: output.flatMap(({ moduleIds = [] }) => moduleIds),
  };
}

/** How code of src is bundled for browsers. */
export const engineOptions = {
  platform: 'browser',
  // What is there in Node alone, in code that a browser does not run.
  external: [/^node:(?!buffer$|zlib$)/, 'module'],
  treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
};

/** How pages are bundled, besides. Their packages do work when they are imported. */
export const pageOptions = { treeshake: true, transform: { jsx: { runtime: 'automatic', importSource: 'preact' } } };

/** What the code of pages needs. */
export const pagePlugins = () => [schemasForPages(), partSchemas(), ...enginePlugins()];

/** What code of src needs in a browser. */
export const enginePlugins = () => [
  nodeForPdfFiles(),
  platform(),
  deferredCode(),
  withoutDescriptions(),
  ownFflate(),
  harfbuzzProgram(),
  pictureDecoders(),
  libraryFiles(),
];

const hashedName = (name, bytes) =>
  `${basename(name, extname(name))}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 8)}${extname(name)}`;

/** Notes the modules that an entry needs at once. */
const noteNeeded = (needed) => ({
  name: 'needed',
  buildEnd() {
    const follow = (id) => {
      if (needed.has(id)) return;
      needed.add(id);
      this.getModuleInfo(id)?.importedIds.forEach(follow);
    };
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id).isEntry) follow(id);
  },
});

/**
 * src/platform/browser.ts stands in for what Node has. Resolves packages as for `import` also where a package calls `require`: html-entities as CommonJS would
 * add 29 kB. The filters here and below spare calls of the plugins, which took most of the time.
 */
const platform = () => ({
  name: 'platform',
  resolveId: {
    filter: { id: /^[^./]|\/index\.ts$/ },
    async handler(id, from) {
      const found = from && (await this.resolve(id, from, { skipSelf: true }));
      return found?.id === node ? pathOf('src/platform/browser.ts') : found;
    },
  },
});

/** Reading PDF files needs more of Node: buffers and zlib. */
const nodeForPdfFiles = () => ({
  name: 'node-for-pdf-files',
  resolveId: {
    filter: { id: /^node:(?:buffer|zlib)$/ },
    handler: (id) => pathOf(id === 'node:buffer' ? 'node_modules/buffer/index.js' : 'src/platform/browser-zlib.ts'),
  },
  transform: {
    filter: { id: /[\\/]src[\\/](?:pdf-file|inspect|document[\\/]pdf-pages)[\\/]/, code: /\bBuffer\b/ },
    handler: (code) => (code.includes("from 'node:buffer'") ? undefined : `import { Buffer } from 'node:buffer';\n${code}`),
  },
});

/** The address of a file of a package, as code. */
function addressOf(plugin, path) {
  const source = readFileSync(pathOf(path));
  return `import.meta.ROLLUP_FILE_URL_${plugin.emitFile({ type: 'asset', name: basename(path), source })}`;
}

/** What reads PDF files has a copy of fflate: all that it takes of it would be in the engine. */
const ownFflate = () => ({
  name: 'own-fflate',
  resolveId: {
    filter: { id: /^fflate$/ },
    async handler(id, from) {
      if (!/pdf-lib|browser-zlib/.test(from)) return undefined;
      return `${(await this.resolve(id, from, { skipSelf: true })).id}?own`;
    },
  },
  load: { filter: { id: /\?own$/ }, handler: (id) => readFileSync(id.slice(0, -'?own'.length), 'utf8') },
});

/** HarfBuzz looks for its program beside its script. */
const harfbuzzProgram = () => ({
  name: 'harfbuzz-program',
  transform: {
    filter: { id: /[\\/]harfbuzzjs[\\/]dist[\\/]harfbuzz\.js$/ },
    handler(code) {
      const asked = 'new URL("harfbuzz.wasm",import.meta.url)';
      if (!code.includes(asked)) throw new Error('HarfBuzz no longer loads its program as it did: look at harfbuzzProgram');
      return code.replace(asked, `new URL(${addressOf(this, 'node_modules/harfbuzzjs/dist/harfbuzz.wasm')})`);
    },
  },
});

/** The decoders of pictures, each with the code around it. */
const pictureDecoders = () => ({
  name: 'picture-decoders',
  resolveId: {
    filter: { id: /^#/ },
    handler(id, from) {
      if (decoders[id]) return `${pathOf('scripts/picture-decoder.mjs')}?${id}`;
      const decoder = decoders[from?.split('?')[1]];
      if (id === '#decoder') return pathOf(`${decoder}.js`);
      return id === '#compiled' ? `\0compiled?${decoder}` : undefined;
    },
  },
  load: {
    filter: { id: /\?/ },
    handler(id) {
      const [file, of] = id.split('?');
      if (decoders[of]) return readFileSync(file, 'utf8');
      if (file !== '\0compiled') return undefined;
      return `export const compiled = await WebAssembly.compileStreaming(fetch(${addressOf(this, `${of}.wasm`)}));`;
    },
  },
});

/** The module `#library-files`: the addresses of files of packages. */
const libraryFiles = () => ({
  name: 'library-files',
  resolveId: { filter: { id: /^#library-files$/ }, handler: () => '\0library-files' },
  load: {
    filter: { id: /^\0library-files$/ },
    handler() {
      const lines = libraryPaths.map((path) => `${JSON.stringify(path)}: ${addressOf(this, `node_modules/${path}`)},`);
      return `export const libraryFiles = {\n${lines.join('\n')}\n};`;
    },
  },
});

/** The modules `#worker` and `#picture-worker`: the addresses of the workers. */
const workerAddresses = (workers) => ({
  name: 'worker-addresses',
  resolveId: { filter: { id: /^#(?:picture-)?worker$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0#/ },
    handler(id) {
      const name = { '\0#worker': 'worker', '\0#picture-worker': 'pictureWorker' }[id];
      return name && `export const ${name}Address = new URL(${JSON.stringify(`./${workers[name]}`)}, import.meta.url);`;
    },
  },
});
