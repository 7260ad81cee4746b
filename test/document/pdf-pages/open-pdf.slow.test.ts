import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onePage, writePdf } from '../../support/foreign-pdf.ts';
import { diagnoseWith } from '../../support/render-document.ts';

test('content of too many marks is an error', async () => {
  const content = deflateSync('/P BMC EMC '.repeat(500_001));
  const pdf = writePdf(onePage('', { Content: ['/Filter/FlateDecode', content] }));
  expect(await diagnoseWith({ pages: [{ body: [{ pdf: 'a.pdf' }] }] }, { 'a.pdf': pdf })).toEqual([
    'error missing-pdf /pages/0/body/0/pdf a.pdf has tagged content of more than 1,000,000 operators. Save it without tags.',
  ]);
});
