import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { writeCii } from '../../../src/invoice/cii/write-cii.ts';
import { completeInvoice } from '../../../src/invoice/complete.ts';
import { hasTermsOf, profiles } from '../../../src/invoice/profiles.ts';
import { type GroupId, terms } from '../../../src/invoice/terms.ts';
import { fullInvoice, group, sampleOf } from '../support.ts';

/** Elements with text: their path without prefixes, their text and attributes. */
function leavesOf(xml: string): readonly { readonly path: string; readonly text: string; readonly attributes: object }[] {
  const leaves: { path: string; text: string; attributes: object }[] = [];
  const open: { name: string; text: string; attributes: object }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name: name.replace(/^\w+:/, ''), text: '', attributes });
  });
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    const { text, attributes } = open.at(-1)!;
    if (text.trim() !== '') leaves.push({ path: open.map(({ name }) => name).join('/'), text, attributes });
    open.pop();
  });
  parser.write(xml).close();
  return leaves;
}

test.each(['EN 16931', 'EXTENDED'] as const)(
  'every business term of %s stands in the XML, in an element of its own',
  (profile) => {
    const leaves = leavesOf(writeCii(completeInvoice(fullInvoice(profile), profile)));
    const all = [...terms.values()].filter((term) => hasTermsOf(profile, term.profile));
    const held = JSON.stringify(leaves.map(({ text, attributes }) => [text, attributes]));
    for (const term of all) {
      const value = term.id === 'BT-24' ? profiles[profile].specification : sampleOf(term);
      expect(held, term.id).toContain(JSON.stringify(term.type === 'date' ? value.replaceAll('-', '') : value));
    }
    // As many values as elements, but for codes that the syntax adds and units, which are attributes.
    const added = leaves.filter(
      ({ path, text }) =>
        /\/Indicator$|Tax\/TypeCode$|ProcuringProject\/Name$|AdditionalReferencedDocument\/(?:Reference)?TypeCode$/.test(path) &&
        !text.startsWith('text of'),
    );
    // BT-130, BT-150 and BT-X-284 are attributes, BT-149 stands with both prices, BT-179 has a reason.
    const [attributes, more] = profile === 'EXTENDED' ? [3, 2] : [2, 1];
    expect(leaves.length - added.length).toBe(all.length - attributes + more);
  },
);

test('an amount of VAT names its currency, a date its format, an identifier its scheme', () => {
  const leaves = leavesOf(writeCii(completeInvoice(fullInvoice('EN 16931'), 'EN 16931')));
  const attributesOf = (end: string) => leaves.filter(({ path }) => path.endsWith(end)).map(({ attributes }) => attributes);
  expect(attributesOf('/TaxTotalAmount')).toEqual([{ currencyID: 'EUR' }, { currencyID: 'CHF' }]);
  expect(attributesOf('ExchangedDocument/IssueDateTime/DateTimeString')).toEqual([{ format: '102' }]);
  expect(attributesOf('SellerTradeParty/GlobalID')).toEqual([{ schemeID: '0088' }]);
  expect(attributesOf('SellerTradeParty/SpecifiedTaxRegistration/ID')).toEqual([{ schemeID: 'VA' }, { schemeID: 'FC' }]);
  expect(attributesOf('/ClassCode')).toEqual([{ listID: '0088', listVersionID: '26.0' }]);
  expect(attributesOf('/AttachmentBinaryObject')).toEqual([{ mimeCode: 'image/png', filename: 'a.png' }]);
});

test('an invoice with several VAT rates writes its tax point date once', () => {
  const breakdown = (rate: string) => group({ 'BT-118': 'S', 'BT-119': rate });
  const xml = writeCii(group({ 'BT-7': '2026-04-17', 'BT-8': '5', 'BG-23': [breakdown('19'), breakdown('7')] }));
  expect(xml.match(/<ram:TaxPointDate>/g)).toHaveLength(1);
  expect(xml.match(/<ram:DueDateTypeCode>/g)).toHaveLength(2);
});

test('each account of the payee is a way to pay of its own', () => {
  const account = (number: string) => group({ 'BT-84': number });
  const payment = group({ 'BT-81': '30', 'BG-17': [account('DE75512108001245126199'), account('4711')] } satisfies Partial<
    Record<GroupId | 'BT-81', unknown>
  > as never);
  const leaves = leavesOf(writeCii(group({ 'BG-16': [payment] })));
  const means = leaves.flatMap(({ path, text }) => (path.includes('PaymentMeans') ? [`${path.split('/').at(-1)} ${text}`] : []));
  expect(means).toEqual(['TypeCode 30', 'IBANID DE75512108001245126199', 'TypeCode 30', 'ProprietaryID 4711']);
});

test('text is escaped', () => {
  const xml = writeCii(group({ 'BT-1': '<&> "\u0085é😀\r\nb' }));
  expect(xml).toContain('<ram:ID>&lt;&amp;&gt; "\u0085é😀\nb</ram:ID>');
});
