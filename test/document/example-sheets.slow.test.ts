// The sheets of the example templates, read aloud.
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { compile } from '../support/render.ts';
import { renderProgram } from '../support/render-document.ts';
import { readSheets, saySheet } from '../support/say-sheets.ts';
import { exampleNames, readExample } from '../support/shown-documents.ts';

const date = '2026-03-01';

/** Without what changes when a table or a list is said in parts, one for each sheet. */
const toContent = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => (/^\s*(?:table with|end of table|list with)/.test(line) ? [] : line.replace(/^(\s*)row \d+/, '$1row')));

/** Footers that a PDF says at the end of the document, after what goes on on its other sheets. Here they are said on their sheet. */
const footers: Readonly<Record<string, readonly string[]>> = {
  'bank-statement': ['Harbour & Vale Bank plc, 14 Custom House Quay, Dublin 1. Regulated in Ireland.'],
  'delivery-note': ['Tretlager Nord GmbH, Am Winterhafen 3, 28217 Bremen'],
  newsletter: ['Pomona Cider Makers, Brockhill Farm, Ledbury HR8 2JQ', '+44 1531 634207 · pomona.example'],
  'purchase-order': ['Brandt Skipsverft AS · NO 914 772 036 MVA'],
};

describe('the sheets of an example say what its PDF says', () => {
  test.each(exampleNames)('%s', async (name) => {
    const { document, data, resources } = await readExample(name);
    const { program } = await compile(document, resources);
    const { reading } = await inspectPdf(await renderProgram(program!, { data, date, resources }), { read: true });
    const { sheets } = await readSheets(program!, data, resources);
    const [here, there] = [sheets.flatMap(saySheet), reading!].map((lines) => (sheets.length === 1 ? lines : toContent(lines)));
    const footer = footers[name] ?? [];
    const isBody = (line: string) => !footer.includes(line);
    expect(here!.filter(isBody)).toEqual(there!.filter(isBody));
    for (const line of footer) expect(here!.filter((one) => one === line)).toEqual(there!.filter((one) => one === line));
  });
});
