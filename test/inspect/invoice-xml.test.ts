// The XML of an electronic invoice, as `inspect --check` judges it.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { makeInvoice } from '../../src/invoice/make-invoice.ts';
import { goodInvoice, modelOf } from '../invoice/good-invoices.ts';
import { renderPdf } from '../support/render-document.ts';

const { xml: good } = makeInvoice(modelOf(goodInvoice('S')), 'EN 16931');

async function findingsOf(xml: string): Promise<readonly string[]> {
  const attachment = {
    filename: 'factur-x.xml',
    description: 'Invoice',
    mimeType: 'text/xml',
    relationship: 'Alternative',
  } as const;
  const invoice = { attachment: { ...attachment, bytes: Buffer.from(xml) }, profile: 'EN 16931', version: '1.0' };
  const template = { document: { title: 'Invoice', lang: 'en' }, pages: [{ body: ['Invoice'] }] };
  const { check } = await inspectPdf(await renderPdf(template, { standard: 'PDF/A-3b', invoice }), { check: true });
  return check!.findings.map(({ rule, message }) => `${rule} ${message}`);
}

test('XML that keeps the rules has no finding', async () => {
  expect(await findingsOf(good)).toEqual([]);
});

test.each([
  ['another profile', good.replace(/urn:cen\.eu:en16931:2017(?=<)/, 'urn:example:profile'), []],
  [
    'a gross price without an amount',
    good.replace(/(<ram:GrossPriceProductTradePrice>)\s*<ram:ChargeAmount>.*/, '$1'),
    ['The XML, line 42: cii-missing: <ram:GrossPriceProductTradePrice> must have <ram:ChargeAmount>.'],
  ],
  [
    'a wrong total',
    good.replace(/(<ram:DuePayableAmount>)[^<]*/, '$11.00'),
    [expect.stringMatching(/^The XML, line \d+: BR-CO-16: .* Found: 1\.00 instead of 100\.00\.$/)],
  ],
  ['no XML', 'Invoice', ['The XML: Line 1: text data outside of root node.']],
  ['UBL', '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', [expect.stringContaining('UBL')]],
])('%s', async (_, xml, expected) => {
  expect(xml).not.toBe(good);
  expect((await findingsOf(xml)).map((one) => one.replace('Factur-X XML ', ''))).toEqual(expected);
});
