// The standard fonts' texts, read by other programs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderDocument } from '../../src/document/render.ts';
import { compile, testResources } from '../support/render.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfgen-standard-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });

async function save(body: unknown, name: string): Promise<string> {
  const { program } = await compile({ unit: 'pt', pages: [{ size: [300, 150], margin: 10, body }] });
  const chunks: Uint8Array[] = [];
  renderDocument({
    program: program!,
    data: {},
    resources: testResources,
    date: undefined,
    fontSubset: 'document',
    limits: { maxPages: 10, maxBoxes: 1000, maxImagePixels: 1e6 },
    checkTime: () => {},
    write: (chunk) => chunks.push(chunk),
  });
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

test('Greek from Symbol and ticks from ZapfDingbats extract as they read', async () => {
  const path = await save(
    [
      { type: 'text', text: 'αβγ ∑', font: 'symbol', size: 20 },
      // Two ticks together: poppler takes single signs at even distances for letters spaced out, in any font.
      { type: 'text', text: '✓✓ ✗ ➔', font: 'zapfdingbats', size: 20 },
      { type: 'text', text: '⎛⎝⟨∆Δ⟩ ®', font: 'symbol', size: 20 },
    ],
    'symbols.pdf',
  );
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  const fonts = run('pdffonts', [path]).split('\n').slice(2);
  expect(fonts.find((line) => line.startsWith('Symbol '))).toMatch(/Type 1 +Symbol +no +no +yes/);
  expect(fonts.find((line) => line.startsWith('ZapfDingbats '))).toMatch(/Type 1 +ZapfDingbats +no +no +yes/);
  const lines = run('pdftotext', [path, '-']).split('\n');
  expect(lines.slice(0, 3)).toEqual(['αβγ ∑', '✓✓ ✗ ➔', '⎛⎝⟨∆Δ⟩ ®']);
});
