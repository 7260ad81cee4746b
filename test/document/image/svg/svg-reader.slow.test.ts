// Drawings beside those of resvg, pixel by pixel.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, expect, test } from 'vitest';
import { onWhite, openReference } from '../../../../scripts/compare-drawings.mjs';
import { differenceOf, readPpm } from '../../../../scripts/viewers.mjs';
import { readerOf } from '../../../../src/document/image/picture-readers.ts';
import { withDemanded } from '../../../../src/document/on-demand.ts';
import { libraryFile } from '../../../../src/files/program-files.ts';
import { openFolder } from '../../../support/folders.ts';
import { renderPdf } from '../../../support/render-document.ts';

const folder = openFolder();
// The library starts once in a process; the comparison uses it too.
beforeAll(() => withDemanded({ libraryFile }, () => readerOf(Buffer.from('<svg/>'))));

const stops = '<stop stop-color="#d33"/><stop offset=".4" stop-color="#fd0"/><stop offset="1" stop-color="#16c"/>';
const gradient = (tag: 'linear' | 'radial', attributes: string) =>
  `<${tag}Gradient id="g" ${attributes}>${stops}</${tag}Gradient><rect x="20" y="10" width="160" height="80" rx="15" fill="url(#g)"/>`;

test.each([
  [
    'curves, arcs and joins',
    '<path d="M10 50 C20 0 60 0 70 50 S110 90 120 50 Q130 10 150 50 A20 20 0 0 1 190 60" fill="none" stroke="#16c" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>',
  ],
  [
    'holes by both rules',
    '<path d="M10 10H90V90H10ZM30 30H70V70H30Z"/><path fill-rule="evenodd" d="M110 10H190V90H110ZM130 30H170V70H130Z"/>',
  ],
  [
    'dashes with an offset',
    '<path d="M10 20H190M10 50H190" stroke="#000" stroke-width="6" stroke-dasharray="20 8 4 8" stroke-dashoffset="7"/>',
  ],
  ['miters and their limit', '<path d="M20 80L40 20L60 80M90 80L95 20L100 80" fill="none" stroke="#000" stroke-width="8"/>'],
  [
    'pens that are stretched',
    '<circle cx="10" cy="10" r="7" fill="none" stroke="#c33" stroke-width="3" transform="translate(20 10) scale(8 3) rotate(20)"/>',
  ],
  ['a linear gradient', gradient('linear', 'x1="0" y1="0" x2="1" y2="1"')],
  [
    'a turned gradient that is reflected',
    gradient('linear', 'x1="0" x2=".3" spreadMethod="reflect" gradientTransform="rotate(20)"'),
  ],
  ['a radial gradient beside its middle', gradient('radial', 'fx=".3" fy=".4" cx=".5" cy=".5" r=".5"')],
  ['a radial gradient that repeats', gradient('radial', 'fx=".55" r=".2" spreadMethod="repeat"')],
  [
    'half transparent colours and groups',
    '<g opacity=".5"><rect x="10" y="10" width="80" height="80" fill="#c33"/><rect x="50" y="20" width="80" height="60" fill="#36c"/></g><rect x="110" y="5" width="70" height="90" fill="#393" fill-opacity=".4" stroke="#000" stroke-width="8" stroke-opacity=".3"/>',
  ],
  [
    'a mask of a gradient',
    '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient><mask id="m"><rect width="200" height="100" fill="url(#g)"/></mask><rect x="10" y="10" width="180" height="80" fill="#063" mask="url(#m)"/>',
  ],
  [
    'clips within clips',
    '<clipPath id="a" clip-path="url(#b)"><circle cx="70" cy="50" r="45"/><circle cx="120" cy="50" r="45"/></clipPath><clipPath id="b"><rect y="20" width="200" height="60"/></clipPath><rect width="200" height="100" fill="#16c" clip-path="url(#a)"/>',
  ],
  [
    'classes, symbols and uses',
    '<style>.a{fill:#c33}.b .a{fill:#393}</style><symbol id="s" viewBox="0 0 10 10"><circle class="a" cx="5" cy="5" r="5"/></symbol><use href="#s" x="10" y="10" width="80" height="80"/><g class="b"><rect class="a" x="110" y="10" width="80" height="80"/></g>',
  ],
  [
    'markers',
    '<marker id="m" markerWidth="6" markerHeight="6" refX="3" refY="3" orient="auto"><path d="M0 0L6 3L0 6Z" fill="#c33"/></marker><polyline points="20,80 80,20 140,80 180,30" fill="none" stroke="#000" stroke-width="4" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>',
  ],
  [
    'text',
    '<text x="10" y="60" font-size="48" font-family="Noto Sans">Grüße <tspan font-weight="bold" fill="#c33">b</tspan></text>',
  ],
  [
    'a blend mode',
    '<rect x="10" y="10" width="100" height="80" fill="#fc0"/><rect x="60" y="20" width="120" height="60" fill="#09c" style="mix-blend-mode:multiply"/>',
  ],
  [
    'a viewBox that is fitted',
    '<svg x="20" y="10" width="160" height="80" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMid meet"><rect width="10" height="10" fill="#16c"/></svg>',
  ],
])('%s', async (_, content) => {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">${content}</svg>`;
  const uri = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
  const image = { image: uri, width: 200, height: 100, fit: 'fill', alt: '' };
  const pdf = await renderPdf({ unit: 'pt', pages: [{ size: [200, 100], margin: 0, body: [image] }] });
  writeFileSync(join(folder, 'it.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', '150', '-singlefile', join(folder, 'it.pdf'), join(folder, 'it')]);
  const drawn = readPpm(readFileSync(join(folder, 'it.ppm')));
  const { width, height, pixels } = openReference(Resvg, text, drawn.width).render();
  const blank = onWhite({ width, height, pixels: new Uint8Array(pixels.length) }, drawn);
  expect(differenceOf(drawn.pixels, onWhite({ width, height, pixels }, drawn), drawn)).toBeLessThanOrEqual(0.001);
  expect(differenceOf(drawn.pixels, blank, drawn)).toBeGreaterThan(0.02);
});
