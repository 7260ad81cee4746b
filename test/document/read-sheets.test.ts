import { describe, expect, test } from 'vitest';
import type { ReadElement } from '../../src/document/read-sheets.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { compile, documentOf, testResources } from '../support/render.ts';
import { renderProgram } from '../support/render-document.ts';
import { readSheets, saySheet } from '../support/say-sheets.ts';
import { exampleNames, readExample } from '../support/shown-documents.ts';

const date = '2026-03-01';

/** Without what changes when a table or a list is said in parts, one for each sheet. */
const toContent = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => (/^\s*(?:table with|end of table|list with)/.test(line) ? [] : line.replace(/^(\s*)row \d+/, '$1row')));

/** Its footer is said at the end of the document, and here on its sheet. */
const footerEarlier = 'bank-statement';

describe('the sheets of an example say what its PDF says', () => {
  test.each(exampleNames)('%s', async (name) => {
    const { document, data, resources } = await readExample(name);
    const { program } = await compile(document, resources);
    const { reading } = await inspectPdf(await renderProgram(program!, { data, date, resources }), { read: true });
    const { sheets } = await readSheets(program!, data, resources);
    const said = sheets.flatMap(saySheet);
    if (sheets.length === 1) expect(said).toEqual(reading);
    const [here, there] = [toContent(said), toContent(reading!)];
    if (name === footerEarlier) expect(here.toSorted()).toEqual(there.toSorted());
    else expect(here).toEqual(there);
  });
});
