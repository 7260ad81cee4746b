import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkEnding, isOfOtherKind, pdfFile, xmlFile, zipFile } from '../../src/files/file-kinds.ts';
import { makeFolder } from '../support/run-cli.ts';

test.each([
  ['%PDF-1.7 and more', pdfFile, false],
  ['', pdfFile, false],
  ['{"number":1}', pdfFile, true],
  [' %PDF-1.7', pdfFile, true],
  ['PK\x03\x04zip', zipFile, false],
  ['PK\x05\x06no entries', zipFile, false],
  ['%PDF-1.7', zipFile, true],
  ['<?xml version="1.0"?><a/>', xmlFile, false],
  ['\ufeff<?xml version="1.0"?><a/>', xmlFile, false],
  ['<html></html>', xmlFile, true],
] as const)('%j is %s, or another kind: %s', (text, kind, isOther) => {
  const folder = makeFolder({ file: Buffer.from(text) });
  expect(isOfOtherKind(join(folder, 'file'), kind)).toBe(isOther);
});

test('nothing, a folder and a device are of no other kind', () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'sub'));
  for (const path of [join(folder, 'none'), join(folder, 'sub'), '/dev/null']) expect(isOfOtherKind(path, pdfFile)).toBe(false);
});

test.each([
  ['a.pdf', pdfFile],
  ['A.PDF', pdfFile],
  ['a', pdfFile],
  ['a.2026-03', pdfFile],
  ['out/{{ number }}', pdfFile],
  ['json', pdfFile],
  ['a.zip', zipFile],
  ['a.xml', xmlFile],
] as const)('%s may be the name of %s', (name, kind) => {
  expect(() => checkEnding(name, kind, name)).not.toThrow();
});

test.each([
  ...['jpg', 'JPG', 'jpeg', 'gif', 'webp', 'svg', 'tif', 'tiff', 'eps'].map((one) => [one, 'pictures of this kind'] as const),
  ...['html', 'htm'].map((one) => [one, 'HTML'] as const),
  ...['docx', 'doc', 'odt', 'rtf'].map((one) => [one, 'text documents'] as const),
  ...['xlsx', 'ods'].map((one) => [one, 'spreadsheets'] as const),
  ...['json', 'JSON', 'jsonl', 'csv', 'tsv', 'yaml', 'yml'].map((one) => [one, 'files of data'] as const),
  ...['txt', 'md'].map((one) => [one, 'plain text'] as const),
])('x.%s is refused: pdfgen cannot make %s', (ending, what) => {
  expect(() => checkEnding(`x.${ending}`, pdfFile, `-o x.${ending}`)).toThrow(
    `-o x.${ending} is not the name of a PDF: pdfgen cannot make ${what}. Name a file that ends with .pdf.`,
  );
});

test('the name of another kind that pdfgen writes is refused, with the way to that kind', () => {
  expect(() => checkEnding('all.pdf', zipFile, '-o all.pdf', { pdf: 'For one PDF: --format pdf' })).toThrow(
    '-o all.pdf is the name of a PDF, and this command writes a zip. Name a file that ends with .zip. For one PDF: --format pdf',
  );
  expect(() => checkEnding('x.xml', pdfFile, '-o x.xml')).toThrow('is the name of XML, and this command writes a PDF');
  expect(() => checkEnding('x.PNG', pdfFile, '-o x.PNG')).toThrow('is the name of a PNG picture, and this command writes a PDF');
});
