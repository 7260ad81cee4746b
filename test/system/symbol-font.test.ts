// The shipped font of signs: made by its script, and used for what no other font has.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfgen-signs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the script makes the file that ships', () => {
  const path = join(folder, 'made.ttf');
  execFileSync(process.execPath, ['scripts/symbol-font.mjs', path]);
  const shipped = readFileSync('src/fonts/pdfgen-symbols/PdfgenSymbols-Regular.ttf');
  expect(readFileSync(path).equals(shipped)).toBe(true);
  expect(shipped.length).toBeLessThan(100_000);
});

test('a checklist keeps PDF/A and PDF/UA without a warning, and is read as it is written', async () => {
  const rows = ['☑ Door locked → alarm on', '☐ Windows ✓ ✗', '☎ 030 123 ≤ 5', '█▌ 60 %'];
  const body = rows.map((text, i) => ({ type: 'text', text, bold: i === 1 }));
  const document = { title: 'Checklist', lang: 'en', standard: ['PDF/A-2a', 'PDF/UA-1'] };
  mkdirSync(join(folder, 'checklist'));
  writeFileSync(join(folder, 'checklist', 'template.json'), JSON.stringify({ name: 'Checklist', document, pages: [{ body }] }));
  const made = await runProgram(['generate', 'single', './checklist', '--strict', '-o', 'list.pdf'], { cwd: folder });
  expect(made.stderr).not.toContain('warning');
  expect(made.code, made.stderr).toBe(0);
  const text = execFileSync('pdftotext', ['-layout', join(folder, 'list.pdf'), '-'], { encoding: 'utf8' });
  expect(text.split('\n').filter((line) => line.trim() !== '')).toEqual(rows);
  const checked = await runProgram(['inspect', 'list.pdf', '--check'], { cwd: folder });
  expect(checked.code, checked.stdout + checked.stderr).toBe(0);
  expect(execFileSync('pdffonts', [join(folder, 'list.pdf')], { encoding: 'utf8' })).toMatch(
    /\+PdfgenSymbols-Regular +CID TrueType/,
  );
});
