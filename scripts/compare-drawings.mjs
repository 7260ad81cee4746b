// Draws 300 SVG files of npm's packages of icons, flags, logos and illustrations as PDF, and compares the pictures of viewers with resvg's own.
// node scripts/compare-drawings.mjs [SEED [VIEWER…]]    needs the build, the network, and what the viewers need: only poppler, unless others are named
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { differenceOf, openViewers } from './viewers.mjs';

/** Packages with the number of files that are taken of each. */
const packages = {
  'bootstrap-icons@1.13.2': 20,
  'circle-flags@2.8.3': 35,
  'cryptocurrency-icons@0.18.1': 25,
  'devicon@2.17.0': 60,
  'flag-icons@7.5.0': 60,
  '@lobehub/icons-static-svg@1.95.1': 25,
  'openmoji@17.0.0': 25,
  'super-tiny-icons@0.6.0': 25,
  'undraw-svg@2.0.0': 25,
};

const dpi = 150;
/** The longer side of a drawing in pt: 400 whole pixels. */
const side = 192;

/** The pixels of RGBA on white, from the top left, in another size: rows and columns that are missing are white. */
export function onWhite({ width, height, pixels }, to) {
  const rgb = new Uint8Array(to.width * to.height * 3).fill(255);
  for (let y = 0; y < Math.min(height, to.height); y++)
    for (let x = 0; x < Math.min(width, to.width); x++)
      for (let k = 0; k < 3; k++) {
        const at = (y * width + x) * 4;
        // resvg has multiplied its colours by their opacity.
        rgb[(y * to.width + x) * 3 + k] = Math.min(255, pixels[at + k] + 255 - pixels[at + 3]);
      }
  return rgb;
}

/** A picture by a copy of resvg that has started, in Noto Sans, as wide as `width` says in pixels; without it as the file says. */
export function openReference(Resvg, text, width) {
  const families = Object.fromEntries(
    ['default', 'serif', 'sansSerif', 'cursive', 'fantasy', 'monospace'].map((name) => [
      `${name}${name === 'default' ? 'Font' : ''}Family`,
      'Noto Sans',
    ]),
  );
  const fontBuffers = ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) =>
    readFileSync(new URL(`../src/fonts/noto-sans/NotoSans-${style}.ttf`, import.meta.url)),
  );
  const font = { fontBuffers: text.includes('<text') ? fontBuffers : [], ...families };
  return new Resvg(text, { font, fitTo: width === undefined ? { mode: 'original' } : { mode: 'width', value: width } });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [seed = 7, ...names] = process.argv.slice(2);
  await compareAll(seed, names.length > 0 ? names : ['poppler']);
}

async function compareAll(seed, names) {
  const { createLocalEngine } = await import('../dist/js/index.js');
  const require = createRequire(import.meta.url);
  // A copy of its own: the library starts once.
  const { initWasm, Resvg } = require('@resvg/resvg-wasm');
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const work = mkdtempSync(join(tmpdir(), 'pdfgen-drawings-'));
  const { viewers, close } = await openViewers(names);
  try {
    const files = Object.entries(packages).flatMap(([name, count]) => sample(fetchFiles(name, work), count, seed));
    const results = [];
    for (const file of files) results.push(await compare(file, work, { createLocalEngine, Resvg, viewers }));
    const shown = (file) => file.slice(work.length + 1);
    const refused = results.filter(({ fault }) => fault !== undefined);
    for (const { file, fault } of refused) console.log(`refused    ${shown(file)}: ${fault}`);
    console.log(`${files.length} drawings, ${refused.length} refused`);
    for (const { name } of viewers) {
      const different = results
        .flatMap(({ file, shares }) => (shares?.[name] > 0.001 ? [{ file, share: shares[name] }] : []))
        .sort((a, b) => b.share - a.share);
      for (const { file, share } of different) console.log(`${name}  ${(share * 100).toFixed(2)} %  ${shown(file)}`);
      console.log(`${name}: ${different.length} with more than 0.1 % of their pixels different`);
    }
  } finally {
    await close();
    rmSync(work, { recursive: true });
  }
}

function fetchFiles(name, work) {
  const folder = join(work, name.replaceAll('/', '-'));
  mkdirSync(folder);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], { encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', join(folder, packed), '-C', folder]);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.svg'))
    .map((file) => join(folder, file))
    .sort();
}

/** Files in an order that their names and the seed decide. */
function sample(files, count, seed) {
  const rank = (file) =>
    createHash('sha256')
      .update(`${seed} ${file.replace(/^.*pdfgen-drawings-[^/]*/, '')}`)
      .digest('hex');
  return files
    .map((file) => [rank(file), file])
    .sort()
    .slice(0, count)
    .map(([, file]) => file);
}

async function compare(file, work, { createLocalEngine, Resvg, viewers }) {
  const text = readFileSync(file, 'utf8');
  const folder = join(work, 'template');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const size = openReference(Resvg, text);
  const scale = side / Math.max(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  size.free();
  writeFileSync(join(folder, 'assets/it.svg'), text);
  const template = {
    unit: 'pt',
    pages: [{ size: [width, height], margin: 0, body: [{ image: 'it.svg', width, height, fit: 'fill', alt: '' }] }],
  };
  writeFileSync(join(folder, 'template.json'), JSON.stringify(template));
  try {
    const engine = await createLocalEngine({ template: folder });
    const { uuid } = await engine.findTemplate('template');
    const { body } = await engine.generateSingle({ params: { uuid }, body: { data: {} } });
    writeFileSync(join(work, 'it.pdf'), Buffer.concat(body));
  } catch (error) {
    return { file, fault: error.errors?.[0]?.message ?? error.message };
  }
  const reference = openReference(Resvg, text, Math.round((width * dpi) / 72)).render();
  const { width: pixelWidth, height: pixelHeight, pixels } = reference;
  const shares = {};
  for (const { name, draw } of viewers) {
    const drawn = await draw({ file: join(work, 'it.pdf'), page: 1, dpi });
    const expected = onWhite({ width: pixelWidth, height: pixelHeight, pixels }, drawn);
    shares[name] = differenceOf(drawn.pixels, expected, drawn);
  }
  reference.free();
  return { file, shares };
}
