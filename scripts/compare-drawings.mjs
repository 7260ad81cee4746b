// Draws 300 SVG files of npm's packages of icons, flags, logos and illustrations as PDF, and compares poppler's picture of each with resvg's own.
// node scripts/compare-drawings.mjs [SEED]    needs the build, the network and pdftoppm
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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

/**
 * The share of pixels whose colours differ by more than 64 of 255 after both pictures are blurred by one pixel. `a` and `b`: RGB, three bytes a pixel,
 * of the same size. The last two rows and columns are left out: a sheet may end within a pixel, and the blur spreads it.
 */
export function differenceOf(a, b, { width, height }) {
  const [one, other] = [blur(a, width, height), blur(b, width, height)];
  let count = 0;
  for (let y = 0; y < height - 2; y++)
    for (let x = 0; x < width - 2; x++) {
      const at = (y * width + x) * 3;
      if ([0, 1, 2].some((k) => Math.abs(one[at + k] - other[at + k]) > 64)) count++;
    }
  return count / ((width - 2) * (height - 2));
}

function blur(pixels, width, height) {
  const blurred = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 3; k++) {
        let [sum, count] = [0, 0];
        for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
          for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++, count++) sum += pixels[(v * width + u) * 3 + k];
        blurred[(y * width + x) * 3 + k] = sum / count;
      }
  return blurred;
}

/** Reads a PPM of pdftoppm. */
export function readPpm(bytes) {
  const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
}

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

if (import.meta.url === pathToFileURL(process.argv[1]).href) await compareAll(Number(process.argv[2] ?? 7));

async function compareAll(seed) {
  const { createLocalEngine } = await import('../dist/js/index.js');
  const require = createRequire(import.meta.url);
  // A copy of its own: the library starts once.
  const { initWasm, Resvg } = require('@resvg/resvg-wasm');
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const work = mkdtempSync(join(tmpdir(), 'pdfgen-drawings-'));
  try {
    const files = Object.entries(packages).flatMap(([name, count]) => sample(fetchFiles(name, work), count, seed));
    const results = [];
    for (const file of files) results.push(await compare(file, work, { createLocalEngine, Resvg }));
    const refused = results.filter(({ fault }) => fault !== undefined);
    const different = results.filter(({ share }) => share > 0.001).sort((a, b) => b.share - a.share);
    for (const { file, fault } of refused) console.log(`refused    ${file.slice(work.length + 1)}: ${fault}`);
    for (const { file, share } of different)
      console.log(`different  ${(share * 100).toFixed(2)} %  ${file.slice(work.length + 1)}`);
    console.log(
      `${files.length} drawings, ${refused.length} refused, ${different.length} with more than 0.1 % of their pixels different`,
    );
  } finally {
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

async function compare(file, work, { createLocalEngine, Resvg }) {
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
  execFileSync('pdftoppm', ['-r', String(dpi), '-singlefile', join(work, 'it.pdf'), join(work, 'it')]);
  const drawn = readPpm(readFileSync(join(work, 'it.ppm')));
  const reference = openReference(Resvg, text, Math.round((width * dpi) / 72)).render();
  const expected = onWhite({ width: reference.width, height: reference.height, pixels: reference.pixels }, drawn);
  const share = differenceOf(drawn.pixels, expected, drawn);
  reference.free();
  return { file, share };
}
