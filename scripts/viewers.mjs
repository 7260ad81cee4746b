// Draws pages of PDFs with five viewers: poppler, MuPDF, Ghostscript, PDFium and pdf.js. For the scripts that compare their pictures.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Viewers draw so many times as fine, and their pictures are scaled down: how each smooths edges and widens hairlines within a pixel is not the drawing. */
const fine = 4;

const quiet = { stdio: ['ignore', 'ignore', 'pipe'] };

/** Each draws a page of a file, counted from 1, and gives its RGB pixels, scaled down. They need pdftoppm, mutool, gs and chromium-headless-shell. */
const makers = {
  poppler: ({ folder }) => {
    const out = join(folder, 'poppler');
    return ({ file, page, dpi }) => {
      execFileSync('pdftoppm', ['-r', dpi, '-f', page, '-l', page, '-singlefile', file, out].map(String), quiet);
      return scaleDown(readPpm(readFileSync(`${out}.ppm`)), fine);
    };
  },
  mupdf: ({ folder }) => {
    const out = join(folder, 'mupdf.ppm');
    return ({ file, page, dpi }) => {
      execFileSync('mutool', ['draw', '-q', '-r', dpi, '-c', 'rgb', '-o', out, file, page].map(String), quiet);
      return scaleDown(readPpm(readFileSync(out)), fine);
    };
  },
  ghostscript: ({ folder }) => {
    const out = join(folder, 'ghostscript.ppm');
    const settings = ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=ppmraw', '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
    return ({ file, page, dpi }) => {
      execFileSync('gs', [...settings, `-r${dpi}`, `-dFirstPage=${page}`, `-dLastPage=${page}`, `-o${out}`, file], quiet);
      return scaleDown(readPpm(readFileSync(out)), fine);
    };
  },
  pdfium: async () => {
    const { loadPdfium, openPages } = await import('../.build/cli/pictures/page-painter.js');
    const pdfium = await loadPdfium();
    return ({ file, page, dpi }) => {
      const { width, height, rgb } = openPages(pdfium, readFileSync(file)).paint(page, dpi);
      return scaleDown({ width, height, pixels: rgb }, fine);
    };
  },
  pdfjs: openPdfjs,
};

export const viewerNames = Object.keys(makers);

/** Opens viewers. `close` ends them and removes what they wrote. */
export async function openViewers(names) {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-viewers-'));
  const closings = [() => rmSync(folder, { recursive: true })];
  const opened = [];
  for (const name of names) {
    if (!makers[name]) throw new Error(`There is no viewer ${name}; there are ${viewerNames.join(', ')}`);
    const draw = await makers[name]({ folder, onClose: (close) => closings.unshift(close) });
    opened.push({ name, draw: ({ dpi, ...page }) => draw({ ...page, dpi: dpi * fine }) });
  }
  const close = async () => {
    for (const end of closings) await end();
  };
  return { viewers: opened, close };
}

/** pdf.js of npm in Chromium, without a window. */
async function openPdfjs({ folder, onClose }) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, 'pdfjs-dist@5.6.205'], {
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['xzf', join(folder, packed), '-C', folder]);
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium-headless-shell'], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  onClose(() => browser.close());
  const tab = await browser.newPage();
  let pdf;
  await tab.route('http://pdfjs.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' });
    if (pathname === '/it.pdf') return route.fulfill({ contentType: 'application/pdf', body: pdf });
    return route.fulfill({ path: join(folder, 'package', pathname) });
  });
  await tab.goto('http://pdfjs.test/');
  await tab.addScriptTag({ content: String(scaleDown) });
  return async ({ file, page, dpi }) => {
    pdf = readFileSync(file);
    const { width, height, data } = await tab.evaluate(drawInTab, { page, scale: dpi / 72, fine });
    const rgba = Buffer.from(data, 'base64');
    const pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < width * height; at++) for (let k = 0; k < 3; k++) pixels[at * 3 + k] = rgba[at * 4 + k];
    return { width, height, pixels };
  };
}

/** Runs in the browser. */
async function drawInTab({ page: number, scale, fine }) {
  const pdfjs = await import('http://pdfjs.test/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = 'http://pdfjs.test/build/pdf.worker.mjs';
  const document = await pdfjs.getDocument({ url: '/it.pdf', wasmUrl: '/wasm/', iccUrl: '/iccs/', verbosity: 0 }).promise;
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale });
  const canvas = globalThis.document.querySelector('canvas');
  [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
  await page.render({ canvas, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  await document.destroy();
  const { width, height, pixels } = globalThis.scaleDown({ width: canvas.width, height: canvas.height, pixels: data }, fine);
  let text = '';
  for (let at = 0; at < pixels.length; at += 32768) text += String.fromCharCode(...pixels.subarray(at, at + 32768));
  return { width, height, data: btoa(text) };
}

/** Reads a PPM of pdftoppm, mutool or gs. */
export function readPpm(bytes) {
  const [head, width, height] = /^P6\s+(?:#[^\n]*\s+)*(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 200).toString('latin1'));
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
}

/** A picture so many times as small: each pixel is the mean of a square. */
function scaleDown({ width, height, pixels }, times) {
  const to = { width: Math.ceil(width / times), height: Math.ceil(height / times) };
  const channels = pixels.length / width / height;
  const scaled = new Uint8Array(to.width * to.height * channels);
  for (let at = 0; at < scaled.length; at++) {
    const [channel, column] = [at % channels, Math.floor(at / channels) % to.width];
    const [left, top] = [column * times, Math.floor(at / channels / to.width) * times];
    const [right, bottom] = [Math.min(left + times, width), Math.min(top + times, height)];
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += pixels[(y * width + x) * channels + channel];
    scaled[at] = Math.round(sum / (right - left) / (bottom - top));
  }
  return { ...to, pixels: scaled };
}

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
