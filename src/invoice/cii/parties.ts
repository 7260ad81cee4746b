// The parties of an invoice and their addresses.
import type { TermId } from '../terms.ts';
import { type ElementNode, element, identifiers, other, scheme, toldApart, value } from './node.ts';

/** Post code, three lines, city, country, subdivision: the order of the elements. */
type AddressTerms = readonly [TermId, TermId, TermId, TermId, TermId, TermId, TermId];

export const address = ([postcode, first, second, third, city, country, subdivision]: AddressTerms): ElementNode =>
  element(
    'ram:PostalTradeAddress',
    value('ram:PostcodeCode', postcode),
    value('ram:LineOne', first),
    value('ram:LineTwo', second),
    value('ram:LineThree', third),
    value('ram:CityName', city),
    value('ram:CountryID', country),
    value('ram:CountrySubDivisionName', subdivision),
  );

/** `VA`: the VAT identifier. `FC`: the number of the local tax office. */
const taxRegistration = (term: TermId, type: 'VA' | 'FC'): ElementNode =>
  toldApart(element('ram:SpecifiedTaxRegistration', value('ram:ID', term, { schemeID: { kind: 'fixed', value: type } })));

const contact = ([person, phone, email]: readonly [TermId, TermId, TermId]): ElementNode =>
  element(
    'ram:DefinedTradeContact',
    value('ram:PersonName', person),
    other(value('ram:DepartmentName', person)),
    element('ram:TelephoneUniversalCommunication', value('ram:CompleteNumber', phone)),
    element('ram:EmailURIUniversalCommunication', value('ram:URIID', email)),
  );

const organization = (id: TermId, name?: TermId): ElementNode =>
  element(
    'ram:SpecifiedLegalOrganization',
    value('ram:ID', id, scheme),
    ...(name === undefined ? [] : [value('ram:TradingBusinessName', name)]),
  );

const electronicAddress = (term: TermId): ElementNode =>
  element('ram:URIUniversalCommunication', value('ram:URIID', term, scheme));

export const seller = element(
  'ram:SellerTradeParty',
  ...identifiers('BT-29'),
  value('ram:Name', 'BT-27'),
  value('ram:Description', 'BT-33'),
  organization('BT-30', 'BT-28'),
  contact(['BT-41', 'BT-42', 'BT-43']),
  address(['BT-38', 'BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-40', 'BT-39']),
  electronicAddress('BT-34'),
  taxRegistration('BT-31', 'VA'),
  taxRegistration('BT-32', 'FC'),
);

export const buyer = element(
  'ram:BuyerTradeParty',
  ...identifiers('BT-46'),
  value('ram:Name', 'BT-44'),
  organization('BT-47', 'BT-45'),
  contact(['BT-56', 'BT-57', 'BT-58']),
  address(['BT-53', 'BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-55', 'BT-54']),
  electronicAddress('BT-49'),
  taxRegistration('BT-48', 'VA'),
);

export const taxRepresentative = element(
  'ram:SellerTaxRepresentativeTradeParty',
  value('ram:Name', 'BT-62'),
  address(['BT-67', 'BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-69', 'BT-68']),
  taxRegistration('BT-63', 'VA'),
);

export const shipTo = element(
  'ram:ShipToTradeParty',
  ...identifiers('BT-71'),
  value('ram:Name', 'BT-70'),
  address(['BT-78', 'BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-80', 'BT-79']),
);

export const payee = element('ram:PayeeTradeParty', ...identifiers('BT-60'), value('ram:Name', 'BT-59'), organization('BT-61'));

interface PartyTerms {
  readonly ids: TermId;
  readonly name: TermId;
  readonly legal: TermId;
  readonly address: AddressTerms;
  readonly vat: TermId;
}

/** A party of EXTENDED. */
const party = (tag: string, { ids, name, legal, address: lines, vat }: PartyTerms): ElementNode =>
  element(tag, ...identifiers(ids), value('ram:Name', name), organization(legal), address(lines), taxRegistration(vat, 'VA'));

export const ultimateShipTo = party('ram:UltimateShipToTradeParty', {
  ...{ ids: 'BT-X-162', name: 'BT-X-164', legal: 'BT-X-165', vat: 'BT-X-180' },
  address: ['BT-X-172', 'BT-X-173', 'BT-X-174', 'BT-X-175', 'BT-X-176', 'BT-X-177', 'BT-X-178'],
});

export const invoicer = party('ram:InvoicerTradeParty', {
  ...{ ids: 'BT-X-205', name: 'BT-X-207', legal: 'BT-X-208', vat: 'BT-X-223' },
  address: ['BT-X-215', 'BT-X-216', 'BT-X-217', 'BT-X-218', 'BT-X-219', 'BT-X-220', 'BT-X-221'],
});

export const invoicee = party('ram:InvoiceeTradeParty', {
  ...{ ids: 'BT-X-224', name: 'BT-X-226', legal: 'BT-X-227', vat: 'BT-X-242' },
  address: ['BT-X-234', 'BT-X-235', 'BT-X-236', 'BT-X-237', 'BT-X-238', 'BT-X-239', 'BT-X-240'],
});

export const payer = party('ram:PayerTradeParty', {
  ...{ ids: 'BT-X-478', name: 'BT-X-476', legal: 'BT-X-480', vat: 'BT-X-481' },
  address: ['BT-X-490', 'BT-X-491', 'BT-X-492', 'BT-X-493', 'BT-X-494', 'BT-X-495', 'BT-X-496'],
});
