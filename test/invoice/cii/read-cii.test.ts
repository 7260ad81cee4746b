import { describe, expect, test } from 'vitest';
import { readCii } from '../../../src/invoice/cii/read-cii.ts';
import { writeCii } from '../../../src/invoice/cii/write-cii.ts';
import { completeInvoice } from '../../../src/invoice/complete.ts';
import { takeInvoice } from '../../../src/invoice/make-invoice.ts';
import type { Group } from '../../../src/invoice/model.ts';
import { type ProfileName, profileNames } from '../../../src/invoice/terms.ts';
import { goodInvoice, modelOf, type PlainGroup } from '../good-invoices.ts';

const guideline = 'urn:cen.eu:en16931:2017';

/** A Cross Industry Invoice with the parts that it must have. */
const write = (given = guideline, { head = '<?xml version="1.0" encoding="UTF-8"?>', more = '' } = {}) => `${head}
<a:CrossIndustryInvoice xmlns:a="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
  <a:ExchangedDocumentContext>
    <GuidelineSpecifiedDocumentContextParameter><ID>${given}</ID></GuidelineSpecifiedDocumentContextParameter>
  </a:ExchangedDocumentContext>
  <a:ExchangedDocument/>
  <a:SupplyChainTradeTransaction>${more}<ApplicableHeaderTradeDelivery/></a:SupplyChainTradeTransaction>
</a:CrossIndustryInvoice>`;

const origin = { of: 'data', pointer: '/xml' } as const;
const read = (xml: string) => readCii(xml, origin, () => {});
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
  expect(messageOf(write(given))).toBe(profile);
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

test('an element of another namespace is unknown even under a usual prefix', () => {
  const foreign = read(write(guideline, { more: '<ram:BuyerReference xmlns:ram="urn:other">17</ram:BuyerReference>' }));
  expect(foreign).toMatchObject({
    faults: [{ rule: 'cii-unknown', message: expect.stringContaining('<{urn:other}BuyerReference>') }],
  });
  const moved = write().replaceAll(/ReusableAggregate\w+:100/g, 'ReusableAggregateBusinessInformationEntity:12');
  expect(messageOf(moved.replaceAll('xmlns=', 'xmlns:ram=').replaceAll(/<(\/?)(Guideline|ID)/g, '<$1ram:$2'))).toContain(
    'the XML names no profile',
  );
});

test('long XML asks for the time', () => {
  let asked = 0;
  const long = write(guideline, { more: '<x>\u{1f600}</x>'.repeat(130_000) });
  expect(readCii(long, origin, () => void asked++)).toMatchObject({ profile: 'EN 16931', faults: [{ rule: 'cii-unknown' }] });
  expect(asked).toBeGreaterThan(1);
});

describe('the business terms of XML', () => {
  const good = (profile: ProfileName, change: (plain: PlainGroup) => void = () => {}): Group => {
    const plain = goodInvoice('S');
    plain['BG-22'] = [{ 'BT-111': '475.00', 'BT-113': '19.50' }];
    change(plain);
    return completeInvoice(modelOf(plain), profile);
  };
  const taken = (xml: string, breaches: 'refuse' | 'warn' = 'refuse') => {
    const found = takeInvoice({ xml, origin, breaches }, () => {});
    return 'rule' in found ? [found] : found.breaches;
  };
  /** The values of a group without their origins, and accounts without blanks. */
  const plainOf = (one: Group): object => ({
    terms: Object.entries(one.terms)
      .map(([id, list]) => [
        id,
        list!.map(({ origin: _, ...term }) => ({ ...term, value: term.value.replace(/^DE89.*/, 'IBAN') })),
      ])
      .sort(),
    groups: Object.entries(one.groups)
      .map(([id, list]) => [id, list!.map(plainOf)])
      .sort(),
  });

  test.each(profileNames)('what is written as %s is read as it was, and breaks no rule', (profile) => {
    const invoice = good(profile, (plain) => {
      plain['BG-16']![0]!['BT-81'] = '30';
      plain['BG-16']![0]!['BG-17']!.push({ 'BT-84': '4711' });
    });
    const found = read(writeCii(invoice));
    expect('rule' in found || found.faults).toEqual([]);
    expect('rule' in found || plainOf(found.invoice)).toEqual(plainOf(invoice));
    expect(taken(writeCii(invoice))).toEqual([]);
  });

  test('a broken rule is told with the line and the element', () => {
    const xml = writeCii(good('EN 16931')).replace(/<ram:DuePayableAmount>[^<]+/, '<ram:DuePayableAmount>1.00');
    expect(taken(xml)).toEqual([
      {
        ...{ rule: 'BR-CO-16', severity: 'error', id: 'BT-115' },
        message: expect.stringContaining('Found: 1.00 instead of'),
        origin: {
          ...origin,
          xml: {
            line: xml.slice(0, xml.indexOf('<ram:DuePayableAmount>')).split('\n').length,
            path: '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:DuePayableAmount',
          },
        },
      },
    ]);
    expect(taken(xml, 'warn')).toMatchObject([{ rule: 'BR-CO-16', severity: 'warning' }]);
  });

  test.each([
    [
      'an unknown element',
      'EN 16931',
      '<ram:BuyerReference>',
      '<ram:Buyer/><ram:BuyerReference>',
      'error cii-unknown: EN 16931 has no term for <ram:Buyer> here.',
    ],
    [
      'it in XRECHNUNG',
      'XRECHNUNG',
      '<ram:BuyerReference>',
      '<ram:Buyer>x</ram:Buyer><ram:BuyerReference>',
      'warning cii-unknown: XRECHNUNG has no term for <ram:Buyer> here.',
    ],
    [
      'a number with a comma',
      'BASIC',
      /<ram:GrandTotalAmount>[^<]+/,
      '<ram:GrandTotalAmount>119,00',
      'error wrong-type: Invoice total amount with VAT (BT-112) must be a number such as 1211.00, got "119,00".',
    ],
    [
      'another date format',
      'BASIC',
      'format="102">20260417',
      'format="102">17.04.2026',
      'error wrong-type: Invoice issue date (BT-2) must be a day in format 102, such as 20260417, got "17.04.2026".',
    ],
    [
      'a second value',
      'BASIC',
      /(<ram:BuyerReference>.*?<\/ram:BuyerReference>)/,
      '$1$1',
      'error cii-repeated: Buyer reference (BT-10) stands once. Found again: "04011000-12345-34".',
    ],
    [
      'a term of a larger profile',
      'MINIMUM',
      '<ram:TypeCode>380',
      '<ram:Name>Invoice</ram:Name><ram:TypeCode>380',
      'error cii-unknown: MINIMUM has no term for <ram:Name> here.',
    ],
  ] as const)('%s is reported', (_, profile, from, to, expected) => {
    const xml = writeCii(good(profile)).replace(from as string, to as string);
    expect(
      taken(xml).map(({ rule, message, ...one }) => `${'severity' in one ? one.severity : ''} ${rule}: ${message}`),
    ).toContainEqual(expect.stringContaining(expected));
  });

  test('an element that stands too late is told with the one that it must stand before', () => {
    const xml = writeCii(good('BASIC')).replace(
      /(\s*<ram:ID>RE-2026-0042<\/ram:ID>)(\s*<ram:TypeCode>380<\/ram:TypeCode>)/,
      '$2$1',
    );
    expect(taken(xml)).toMatchObject([{ rule: 'cii-order', message: '<ram:ID> must stand before <ram:TypeCode>.' }]);
  });
});
