// Codes in places that are too low for them, read by a scanner.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '../support/folders.ts';
import { renderWarned } from '../support/render-document.ts';

type Part = Record<string, unknown>;

/** What stands on a label of 21 mm with a code that is 22 mm high. */
const places: Readonly<Record<string, (code: Part) => unknown>> = {
  alone: (code) => code,
  padding: (code) => ({ stack: [code], padding: 2 }),
  'large-padding': (code) => ({ stack: [code], padding: [5, 0] }),
  border: (code) => ({ stack: [code], padding: 1, border: { width: 0.5, radius: 2 } }),
  margin: (code) => ({ ...code, margin: 1 }),
  link: (code) => ({ ...code, link: 'https://example.com' }),
  bookmark: (code) => ({ ...code, bookmark: 'Code' }),
  mark: (code) => ({ ...code, mark: { title: 'Code' } }),
  opacity: (code) => ({ ...code, opacity: 0.9 }),
  group: (code) => ({ group: [code] }),
  kept: (code) => ({ stack: [code], break: { inside: 'avoid' } }),
  height: (code) => ({ stack: [code], height: 15 }),
  'least-height': (code) => ({ stack: [code], minHeight: 40 }),
  row: (code) => ({ row: ['text', { ...code, align: 'right' }] }),
  'page-number': (code) => ({ row: ['{{ page.total }}', code] }),
  repeat: (code) => ({ repeat: [1], body: code }),
  list: (code) => ({ list: 'rows', body: code }),
  cell: (code) => ({ table: [1], rules: 'all', columns: ['x', { body: code }] }),
  header: (code) => ({ table: [1], columns: [{ header: 'Code', body: code }] }),
  'row-span': (code) => ({ table: [1], columns: [{ rowSpan: 2, body: code }, 'a'], rows: [{ cells: ['b'] }] }),
  span: (code) => ({ table: [1], columns: ['a', 'b'], rows: [{ cells: [{ span: 2, stack: [code] }] }] }),
  merged: (code) => ({ table: 'rows', columns: [{ merge: 'item.same', body: code }, '{{ item.own }}'] }),
  nested: (code) => ({ table: [1], columns: [{ body: { table: [1], columns: [{ body: { stack: [code], padding: 1 } }] } }] }),
  columns: (code) => ({ flow: [code], columns: 2, gap: 2 }),
  frame: (code) => ({ frame: [{ ...code, at: { x: 0, y: 0 } }] }),
  'frame-height': (code) => ({ frame: [{ ...code, at: { x: 0, y: 0, w: 30, h: 18 } }], height: 20, grow: 'none' }),
  'frame-turned': (code) => ({ frame: [{ ...code, at: { x: 23, y: 0, w: 22, rotate: 90 } }] }),
  turned: (code) => ({ ...code, rotate: 90 }),
  'upside-down': (code) => ({ ...code, rotate: 180 }),
};

test('a QR code of 22 mm on a label of 21 mm is read wherever it stands', async () => {
  const code = (place: string) => ({ barcode: `https://example.com/${place}`, symbology: 'qr', width: 22, alt: 'A code' });
  const pages = Object.entries(places).map(([name, make]) => ({ size: [50, 25], margin: 2, body: [make(code(name))] }));
  const data = { rows: [{ same: 1, own: 1 }] };
  const { pdf, warnings } = await renderWarned({ pages }, { data });
  expect(new Set(warnings.map(({ code: found }) => found))).toEqual(new Set(['unit-too-tall']));
  const folder = openFolder();
  writeFileSync(join(folder, 'labels.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', '200', '-png', join(folder, 'labels.pdf'), join(folder, 'label')]);
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
  // Some pages have no code.
  const read = pictures.map((name) =>
    spawnSync('zbarimg', ['--raw', '-q', '-Sbinary', join(folder, name)], { encoding: 'utf8' }),
  );
  expect(read.flatMap(({ stdout }) => stdout.trim() || []).toSorted()).toEqual(
    Object.keys(places)
      .map((name) => code(name).barcode)
      .toSorted(),
  );
});

test('bars of 22 mm on a label of 21 mm are read', async () => {
  const body = [{ barcode: '4006381333931', symbology: 'ean13', height: 19, padding: 1, alt: 'A code' }];
  const { pdf } = await renderWarned({ pages: [{ size: [60, 25], margin: 2, body }] });
  const folder = openFolder();
  writeFileSync(join(folder, 'bars.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', '300', '-singlefile', '-png', join(folder, 'bars.pdf'), join(folder, 'bars')]);
  expect(execFileSync('zbarimg', ['--raw', '-q', join(folder, 'bars.png')], { encoding: 'utf8' }).trim()).toBe('4006381333931');
});
