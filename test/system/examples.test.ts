import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pdfgen-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] });

/** What a reader must find in each example, as it reads. */
const expected: Readonly<Record<string, readonly string[]>> = {
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

test('the codes of the label and the invoice can be scanned', () => {
  const scan = (name: string) => {
    execFileSync('pdftoppm', ['-r', '200', '-png', '-singlefile', join(folder, `${name}.pdf`), join(folder, name)]);
    return read('zbarimg', '-q', join(folder, `${name}.png`));
  };
  const label = scan('shipping-label');
  expect(label).toContain('CODE-128:NX4820917735GR');
  expect(label).toContain('QR-Code:https://nordexpress.example/t/NX4820917735GR');
  expect(scan('invoice')).toContain('QR-Code:BCD');
});
