import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../support/folders.ts';
import { runProgram } from '../support/run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = openFolder();
const read = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] });

/** What a reader must find in each example, as it reads. */
const expected: Readonly<Record<string, readonly string[]>> = {
  certificate: ['Amélie Fontaine-Okafor', 'Fine Binding in Leather and Vellum'],
  'delivery-note': ['LS-260482', 'Crankset Triple 46-36-26', '(00)340068810000482116'],
  'event-ticket': ['Cumulus', 'Sat 20 Jun 2026', 'Jonna Hinrichs'],
  invoice: ['Invoice no.', '2026-0417', 'Ms Ursina Caflisch', 'Trail map “Upper Valley”', '€8,967.12', 'Page 1 of 1'],
  letter: [
    'Lindqvist Arkitekter AB',
    'Your autumn meeting from 24 to 27 September 2026',
    'Elisabeth Pircher',
    'Enclosed: floor plan of the library',
  ],
  'bank-statement': ['Niamh O’Connell', 'Northside Engineering Ltd', 'Closing balance on 31 March 2026', 'Page 5 of 5'],
  'shipping-label': ['PRIORITY 48', 'Galerie Anemos', 'Ελένη Παπαδοπούλου', 'NX4820917735GR'],
};

describe.each(Object.entries(expected))('%s, made by the command line', (name, words) => {
  const pdf = join(folder, `${name}.pdf`);
  beforeAll(async () => {
    const args = ['generate', 'single', `templates-examples/${name}`, '-o', pdf, '--strict', '--quiet'];
    expect(await runProgram(args, { cwd: root })).toMatchObject({ code: 0, stderr: '' });
  });
  test('is a sound file', () => {
    expect(spawnSync('qpdf', ['--check', pdf]).status).toBe(0);
  });
  test('reads back as it is printed', () => {
    const text = read('pdftotext', '-layout', pdf, '-').replace(/\s+/g, ' ');
    for (const word of words) expect(text).toContain(word);
  });
  test('embeds every font as a subset with its Unicode', () => {
    const fonts = read('pdffonts', pdf).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.*yes yes yes/);
  });
});

/** The codes that a scanner finds on the first page. */
function scan(name: string): string {
  execFileSync('pdftoppm', ['-r', '200', '-png', '-singlefile', join(folder, `${name}.pdf`), join(folder, name)]);
  return read('zbarimg', '-q', join(folder, `${name}.png`));
}

test.each([
  ['shipping-label', 'CODE-128:NX4820917735GR'],
  ['shipping-label', 'QR-Code:https://nordexpress.example/t/NX4820917735GR'],
  ['invoice', 'QR-Code:BCD'],
  ['event-ticket', 'QR-Code:MOW1:0482-1:7Q4K-ZT9H-2MPX'],
  ['certificate', 'QR-Code:https://skagen.example/c/2026-117-k7q2'],
  ['delivery-note', 'CODE-128:LS-260482'],
  ['delivery-note', 'EAN-13:4006881232925'],
])('%s can be scanned: %s', (name, code) => expect(scan(name)).toContain(code));
