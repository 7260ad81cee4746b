import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { compile } from '../support/render.ts';
import { renderProgram } from '../support/render-document.ts';
import { readSheets, saySheet } from '../support/say-sheets.ts';
import { guideDocuments, referenceDocuments, type ShownDocument, scriptDocuments } from '../support/shown-documents.ts';

/** What differs between a sheet and the PDF of a document of one sheet, by the names of documents. A text on two sheets is said in two parts. */
async function findDifferences(
  documents: readonly ShownDocument[],
): Promise<{ readonly compared: number; readonly differences: object }> {
  const differences: Record<string, object> = {};
  let compared = 0;
  for (const { name, document, data, resources } of documents) {
    const { program } = await compile(document, resources);
    const { sheets } = await readSheets(program!, data, resources);
    if (sheets.length > 1) continue;
    compared++;
    const { reading } = await inspectPdf(await renderProgram(program!, { data, date: '2026-03-01', resources }), { read: true });
    const said = sheets.flatMap(saySheet);
    if (JSON.stringify(said) !== JSON.stringify(reading)) differences[name] = { said, reading };
  }
  return { compared, differences };
}

test.each([
  ['the reference', referenceDocuments],
  ['the guides', guideDocuments],
  ['each language', scriptDocuments],
])('a sheet says what its PDF says: documents of %s', async (_, list) => {
  const { compared, differences } = await findDifferences(await list());
  expect(differences).toEqual({});
  expect(compared).toBeGreaterThan(10);
});
