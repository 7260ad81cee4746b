import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onePage, writePdf } from '../../support/foreign-pdf.ts';
import { diagnoseWith } from '../../support/render-document.ts';

test('content of too many marks is an error', async () => {
  const content = deflateSync('/P BMC EMC '.repeat(200_000));
  const pdf = writePdf(onePage('', { Content: ['/Filter/FlateDecode', content] }));
  expect(await diagnoseWith({ pages: [{ body: [{ pdf: 'a.pdf' }] }] }, { 'a.pdf': pdf })).toEqual([
    expect.stringMatching(
      /^error missing-pdf .*a.pdf paints more than 3\d\d,\d+ values and operators, or twice as many characters, far more than a file of/,
    ),
  ]);
});
