// A hostile file: few elements, whose spans claim millions of cells.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { type Edit, makePdf } from './make-pdf.ts';

test('a table whose spans claim millions of cells is laid out up to a limit', async () => {
  // A span counts as 10 000 at most.
  const wide = '/A<</O/Table/ColSpan 2147483647>>';
  const ids = Array.from({ length: 501 }, (_, i) => `row${i}`);
  const change = (edit: Edit): void => {
    edit.body('table', '@thead @tbody', '@tbody').body('tbody', '@tr2', `@${ids.join(' @')}`);
    for (const id of ids) edit.add(id, `<</S/TR/P @tbody/K[@${id}cell]>>`).add(`${id}cell`, `<</S/TD/P @${id}${wide}>>`);
  };
  const { findings } = (await inspectPdf(makePdf('UA-1 A-3a', change), { check: true })).check!;
  const ofColumns = findings.filter(({ rule }) => rule === 'UA-1 7.2-42');
  expect(ofColumns.map(({ message }) => message)).toEqual(['The cells claim more than 5000000 places']);
});
