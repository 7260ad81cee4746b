// The shipped font of signs: made by its script, and used for what no other font has.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '../support/folders.ts';
import { runProgram } from '../support/run-program.ts';

const folder = openFolder();

test('the script makes the file that ships', () => {
  const path = join(folder, 'made.ttf');
  execFileSync(process.execPath, ['scripts/symbol-font.mjs', path]);
  const shipped = readFileSync('src/fonts/pdfgen-symbols/PdfgenSymbols-Regular.ttf');
  expect(readFileSync(path).equals(shipped)).toBe(true);
  expect(shipped.length).toBeLessThan(190_000);
});

test('the signs that the guide names have glyphs, and are copied as they are written', async () => {
  const guide = readFileSync('docs/guides/fonts.md', 'utf8');
  const table = guide.slice(guide.indexOf('| kind | some of the signs |'));
  const rows = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| [a-z ]+ \| (\P{L}.*) \|$/gmu)].map(([, signs]) => signs!);
  expect(rows.length).toBeGreaterThan(10);
  // Phones add U+FE0F, which asks for the look of an emoji.
  const body = [...rows, '☎\ufe0f ✔\ufe0f ⚠\ufe0f'].map((text) => ({ text }));
  mkdirSync(join(folder, 'signs'));
  writeFileSync(join(folder, 'signs', 'template.json'), JSON.stringify({ name: 'Signs', pages: [{ body }] }));
  const made = await runProgram(['generate', 'single', './signs', '-o', 'signs.pdf'], { cwd: folder });
  expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('missing-glyph')]);
  const text = execFileSync('pdftotext', ['-layout', join(folder, 'signs.pdf'), '-'], { encoding: 'utf8' });
  // Poppler takes evenly spaced signs for a word with letter spacing.
  const signsOf = (lines: string) => lines.replaceAll(/\s|\ufe0f/g, '');
  expect(signsOf(text)).toBe(signsOf([...rows, '☎ ✔ ⚠'].join(' ')));
});

test('a checklist keeps PDF/A and PDF/UA without a warning, and is read as it is written', async () => {
  const rows = ['☑ Door locked → alarm on', '☐ Windows ✓ ✗', '☎ 030 123 ≤ 5', '█▌ 60 %'];
  const body = rows.map((text, i) => ({ text, bold: i === 1 }));
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
