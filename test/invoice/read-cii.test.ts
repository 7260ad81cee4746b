import { expect, test } from 'vitest';
import { readCii } from '../../src/invoice/read-cii.ts';

const guideline = 'urn:cen.eu:en16931:2017';

/** A Cross Industry Invoice with the parts that it must have. */
const write = (given = guideline, { head = '<?xml version="1.0" encoding="UTF-8"?>', more = '' } = {}) => `${head}
<a:CrossIndustryInvoice xmlns:a="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
  <a:ExchangedDocumentContext>
    <GuidelineSpecifiedDocumentContextParameter><ID>${given}</ID></GuidelineSpecifiedDocumentContextParameter>
  </a:ExchangedDocumentContext>
  <a:ExchangedDocument/>
  <a:SupplyChainTradeTransaction>${more}</a:SupplyChainTradeTransaction>
</a:CrossIndustryInvoice>`;

const read = (xml: string) => readCii(xml, () => {});
const messageOf = (xml: string) => {
  const found = read(xml);
  return 'rule' in found ? `${found.rule}: ${found.message}` : found.profile;
};

test.each([
  ['urn:factur-x.eu:1p0:minimum', 'MINIMUM'],
  [' urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended\n', 'EXTENDED'],
  ['<![CDATA[urn:cen.eu:en16931:2017]]>', 'EN 16931'],
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'XRECHNUNG'],
])('the guideline names the profile, with any prefix of the namespaces: %s', (given, profile) => {
  expect(read(write(given))).toEqual({ profile });
});

test('a byte order mark, no XML declaration and text of any language pass', () => {
  expect(messageOf(write(guideline, { head: '\ufeff<!-- Müller & Söhne \u{1f600} -->' }))).toBe('EN 16931');
});

const deep = (depth: number) => '<x>'.repeat(depth) + '</x>'.repeat(depth);

test.each([
  ['nothing', ' \n', 'xml-syntax: The XML is empty.'],
  ['no XML', 'Invoice 17', 'xml-syntax: Line 1: '],
  ['an element that stays open', write(guideline, { more: '<x>' }), 'xml-syntax: Line 7: '],
  ['half of an XML', write().slice(0, 300), 'xml-syntax: Line '],
  ['an entity', write(guideline, { more: '&amount;' }), 'xml-syntax: Line 7: undefined entity.'],
  [
    'a document type',
    write(guideline, { head: '<!DOCTYPE x [<!ENTITY amount "1">]>', more: '&amount;' }),
    'xml-syntax: Line 1: a document type (<!DOCTYPE …>) is not allowed.',
  ],
  ['a prefix without a namespace', write(guideline, { more: '<b:x/>' }), 'xml-syntax: Line 7: unbound namespace prefix'],
  [
    'another encoding',
    write(guideline, { head: '<?xml version="1.0" encoding="ISO-8859-1"?>' }),
    'xml-syntax: Line 1: the encoding is UTF-8, and the XML says "ISO-8859-1".',
  ],
  ['half of a surrogate pair', write(guideline, { more: '\n\ud83d' }), 'xml-syntax: Line 8: half of a surrogate pair.'],
  ['XML 1.1', write(guideline, { head: '<?xml version="1.1"?>' }), 'xml-syntax: Line 1: XML 1.1 is not allowed. Write XML 1.0.'],
  ['deep elements', write(guideline, { more: deep(200) }), 'xml-limit: Line 7: elements are nested deeper than 100.'],
  [
    'UBL',
    '\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
    'not-cii: Line 2: <Invoice> is UBL, which a PDF cannot carry. Give Cross Industry Invoice (CII).',
  ],
  [
    'ZUGFeRD 1.0',
    '<x:CrossIndustryDocument xmlns:x="urn:ferd:CrossIndustryDocument:invoice:1p0"/>',
    'not-cii: Line 1: <x:CrossIndustryDocument> is ZUGFeRD 1.0, which is out of date.',
  ],
  ['other XML', '<html/>', 'not-cii: Line 1: <html> is no Cross Industry Invoice.'],
  ['a part that is missing', write().replace('<a:ExchangedDocument/>', ''), 'not-cii: Line 1: the XML has no ExchangedDocument.'],
  [
    'an unknown guideline',
    write('urn:cen.eu:en16931:2018'),
    'guideline: Line 4: "urn:cen.eu:en16931:2018" is no known profile. There are: urn:factur-x.eu:1p0:minimum (MINIMUM)',
  ],
  ['no guideline', write().replaceAll('Guideline', 'Business'), 'guideline: Line 1: the XML names no profile: '],
  ['a second guideline', write(`${guideline}</ID>\n<ID>${guideline}`), 'guideline: Line 5: the XML names a second profile.'],
])('%s is refused, with its line', (_, xml, message) => {
  expect(messageOf(xml).slice(0, message.length)).toBe(message);
});

test('long XML asks for the time', () => {
  let asked = 0;
  const long = write(guideline, { more: '<x>\u{1f600}</x>'.repeat(300_000) });
  expect(readCii(long, () => void asked++)).toEqual({ profile: 'EN 16931' });
  expect(asked).toBeGreaterThan(1);
});
