// The pictures of the docs. Each is made of a PDF that a test renders, and holds the digest of that PDF, by which the test knows that it is fresh.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { readPpm } from '../../scripts/viewers.mjs';
import { makeChunk } from '../document/image/make-image.ts';
import { makePalettePng } from './palette-png.ts';
import { renderTemplate } from './render-template.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** `npm run pictures` sets it. */
const isMaking = process.env.PDFGEN_PICTURES === 'make';
/** Length, type and CRC of the last chunk of a PNG (PNG 3, 5.3). */
const endBytes = 12;

/**
 * Holds `docs/pictures/NAME.png` to the PDF that it shows; makes it anew when asked to. Several pages stand side by side: all of them, or those of
 * the given numbers.
 */
export async function holdPicture(name: string, pdf: Uint8Array, dpi = 110, pages?: readonly number[]): Promise<void> {
  const path = join(folder, `${name}.png`);
  const digest = digestOf(pdf);
  if (isMaking && digestIn(path) !== digest) {
    mkdirSync(dirname(path), { recursive: true });
    const png = await draw(pdf, dpi, pages);
    const note = makeChunk('tEXt', Buffer.from(`pdf\0${digest}`));
    writeFileSync(path, Buffer.concat([png.subarray(0, -endBytes), note, png.subarray(-endBytes)]));
  }
  expect(digestIn(path), `docs/pictures/${name}.png shows another page: run npm run pictures`).toBe(digest);
}

/** Beginnings and ends of marked content, which paint nothing. */
const marks = /^(?:\/.*BDC|EMC)\n/gm;

/** Of what is in the streams of content and fonts, as their compressed bytes depend on the version of zlib. */
function digestOf(pdf: Uint8Array): string {
  const hash = createHash('sha256');
  const text = Buffer.from(pdf).toString('latin1');
  for (const [, stream] of text.matchAll(/^<<(?!\/Type\/ObjStm\b).*\/FlateDecode\b[^>]*>>\nstream\n([\s\S]*?)\nendstream/gm))
    hash.update(inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1').replace(marks, ''), 'latin1');
  return hash.digest('hex');
}

function digestIn(path: string): string | undefined {
  return existsSync(path) ? /tEXtpdf\0([0-9a-f]{64})/.exec(readFileSync(path, 'latin1'))?.[1] : undefined;
}

async function draw(pdf: Uint8Array, dpi: number, wanted?: readonly number[]): Promise<Buffer> {
  const isWanted = (_: unknown, i: number) => wanted === undefined || wanted.includes(i + 1);
  const pages = drawPages(pdf, dpi).map(readPpm).filter(isWanted);
  if (pages.length === 1) return makePalettePng(pages[0]!);
  const gap = 5;
  const [width, height] = [pages[0]!.width, pages[0]!.height].map((size) => (size / dpi) * 25.4) as [number, number];
  const sheet = await renderTemplate(
    {
      pages: [
        {
          // Pixels are round numbers: with room for what that adds.
          size: [pages.length * (width + gap) - gap, height + 0.5],
          margin: 0,
          body: [{ row: pages.map((_, i) => ({ width, stack: { image: `${i}.png`, width } })), gap }],
        },
      ],
    },
    {},
    Object.fromEntries(
      drawPages(pdf, 2 * dpi, '-png')
        .filter(isWanted)
        .map((png, i) => [`${i}.png`, png]),
    ),
  );
  return makePalettePng(readPpm(drawPages(sheet, dpi)[0]!));
}

/** The pages as PPM, unless `more` asks for another format. */
function drawPages(pdf: Uint8Array, dpi: number, ...more: readonly string[]): Buffer[] {
  const work = mkdtempSync(join(tmpdir(), 'pdfgen-picture-'));
  try {
    writeFileSync(join(work, 'it.pdf'), pdf);
    execFileSync('pdftoppm', ['-r', String(dpi), ...more, 'it.pdf', 'page'], { cwd: work });
    const names = readdirSync(work).filter((name) => name.startsWith('page'));
    return names.toSorted().map((name) => readFileSync(join(work, name)));
  } finally {
    rmSync(work, { recursive: true });
  }
}
