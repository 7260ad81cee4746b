// Draws each page of PDFs with five viewers, and compares their pictures with poppler's at 150 dpi.
// node scripts/compare-viewers.mjs FILE.pdf…    needs the build, the network, pdftoppm, pdfinfo, mutool, gs and chromium-headless-shell
import { execFileSync } from 'node:child_process';
import { differenceOf, openViewers, viewerNames } from './viewers.mjs';

const dpi = 150;
const { viewers, close } = await openViewers(viewerNames);
try {
  for (const file of process.argv.slice(2)) {
    const [, pages] = /^Pages:\s+(\d+)/m.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }));
    for (let page = 1; page <= Number(pages); page++) console.log(`${file} ${page}: ${await compare({ file, page, dpi })}`);
  }
} finally {
  await close();
}

/** `mupdf 0.02 %  ghostscript 0.00 %`: the share of different pixels. A viewer may round a size up where another rounds it down. */
async function compare(wanted) {
  const [{ picture: own }, ...others] = await Promise.all(
    viewers.map(async ({ name, draw }) => ({ name, picture: await draw(wanted) })),
  );
  return others
    .map(({ name, picture }) => {
      const size = { width: Math.min(own.width, picture.width), height: Math.min(own.height, picture.height) };
      if (
        own.width - size.width > 1 ||
        picture.width - size.width > 1 ||
        own.height - size.height > 1 ||
        picture.height - size.height > 1
      )
        return `${name} ${picture.width} × ${picture.height} instead of ${own.width} × ${own.height} pixels`;
      return `${name} ${(differenceOf(cut(own, size), cut(picture, size), size) * 100).toFixed(3)} %`;
    })
    .join('  ');
}

/** The pixels from the top left corner. */
function cut({ width, pixels }, size) {
  if (width === size.width) return pixels;
  const rows = Array.from({ length: size.height }, (_, y) => pixels.subarray(y * width * 3, (y * width + size.width) * 3));
  return Buffer.concat(rows);
}
