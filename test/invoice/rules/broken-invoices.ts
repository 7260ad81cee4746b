// For each rule of EN 16931 an invoice that breaks it, and the rules that cannot hold beside it.
import { checkInvoice } from '../../../src/invoice/rules/check-invoice.ts';
import type { GroupId, ProfileName, TermId } from '../../../src/invoice/terms.ts';
import { type CategoryCode, goodInvoice, goodLine, modelOf, type PlainGroup, rateOf, term } from '../good-invoices.ts';

interface BrokenInvoice {
  readonly rule: string;
  /** The category of the invoice, and what is wrong with it. */
  readonly of: string;
  readonly invoice: PlainGroup;
  /** Other rules that break with it. */
  readonly also: readonly string[];
}

type Change = (invoice: PlainGroup) => void;

function broken(rule: string, change: Change, also: readonly string[] = [], category: CategoryCode = 'S'): BrokenInvoice {
  const invoice = goodInvoice(category);
  change(invoice);
  return { rule, of: category, invoice, also };
}

/** The first group on a path: `BG-25/BG-31`. */
const at = (invoice: PlainGroup, path: string): PlainGroup =>
  path === '' ? invoice : path.split('/').reduce((group, id) => group[id as GroupId]![0]!, invoice);

const without =
  (path: string, ...ids: readonly (TermId | GroupId)[]): Change =>
  (invoice) => {
    for (const id of ids) delete at(invoice, path)[id];
  };

const with_ =
  (path: string, more: PlainGroup): Change =>
  (invoice) => {
    Object.assign(at(invoice, path), more);
  };

const all =
  (...changes: readonly Change[]): Change =>
  (invoice) => {
    for (const change of changes) change(invoice);
  };

/** Adds a group beside the first one of its path. */
const more =
  (id: GroupId, group: PlainGroup): Change =>
  (invoice) => {
    invoice[id] = [...(invoice[id] ?? []), group];
  };

const missing: readonly BrokenInvoice[] = [
  broken('BR-01', without('BG-2', 'BT-24')),
  broken('BR-02', without('', 'BT-1')),
  broken('BR-02', with_('', { 'BT-1': '  ' })),
  broken('BR-03', without('', 'BT-2')),
  broken('BR-04', without('', 'BT-3')),
  broken('BR-05', without('', 'BT-5')),
  broken('BR-06', without('BG-4', 'BT-27')),
  broken('BR-07', without('BG-7', 'BT-44')),
  broken('BR-08', without('BG-4', 'BG-5'), ['BR-09']),
  broken('BR-09', without('BG-4/BG-5', 'BT-40')),
  broken('BR-10', without('BG-7', 'BG-8'), ['BR-11']),
  broken('BR-11', without('BG-7/BG-8', 'BT-55')),
  broken('BR-12', without('BG-22', 'BT-106'), ['BR-CO-10', 'BR-CO-13']),
  broken('BR-13', without('BG-22', 'BT-109'), ['BR-CO-13', 'BR-CO-15']),
  broken('BR-14', without('BG-22', 'BT-112'), ['BR-CO-15', 'BR-CO-16']),
  broken('BR-15', without('BG-22', 'BT-115'), ['BR-CO-16']),
  broken('BR-16', without('', 'BG-25'), ['BR-CO-10', 'BR-S-08']),
  broken('BR-17', without('BG-10', 'BT-59')),
  broken('BR-17', with_('BG-10', { 'BT-59': 'Muster Werkzeuge GmbH' })),
  broken('BR-17', with_('BG-10', { 'BT-60': { value: '4000001000005', scheme: '0088' } })),
  broken('BR-18', without('BG-11', 'BT-62')),
  broken('BR-19', without('BG-11', 'BG-12'), ['BR-20']),
  broken('BR-20', without('BG-11/BG-12', 'BT-69')),
  broken('BR-21', without('BG-25', 'BT-126')),
  broken('BR-22', without('BG-25', 'BT-129')),
  broken('BR-23', without('BG-25', 'BT-130')),
  broken('BR-24', without('BG-25', 'BT-131'), ['BR-CO-10', 'BR-S-08']),
  broken('BR-25', without('BG-25/BG-31', 'BT-153')),
  broken('BR-26', without('BG-25/BG-29', 'BT-146')),
  broken('BR-27', with_('BG-25/BG-29', { 'BT-146': '-0.01' })),
  broken('BR-28', with_('BG-25/BG-29', { 'BT-148': '-1' })),
  broken('BR-29', with_('BG-13/BG-14', { 'BT-74': '2026-03-31' })),
  broken('BR-30', with_('BG-25/BG-26', { 'BT-135': '2026-03-31' })),
  broken('BR-31', without('BG-20', 'BT-92'), ['BR-CO-11', 'BR-S-08']),
  broken('BR-32', without('BG-20', 'BT-95'), ['BR-S-08']),
  broken('BR-33', without('BG-20', 'BT-97', 'BT-98'), ['BR-CO-21']),
  broken('BR-36', without('BG-21', 'BT-99'), ['BR-CO-12', 'BR-S-08']),
  broken('BR-37', without('BG-21', 'BT-102'), ['BR-S-08']),
  broken('BR-38', without('BG-21', 'BT-104', 'BT-105'), ['BR-CO-22']),
  broken('BR-41', without('BG-25/BG-27', 'BT-136')),
  broken('BR-42', without('BG-25/BG-27', 'BT-139', 'BT-140'), ['BR-CO-23']),
  broken('BR-43', without('BG-25/BG-28', 'BT-141')),
  broken('BR-44', without('BG-25/BG-28', 'BT-144', 'BT-145'), ['BR-CO-24']),
  broken('BR-45', without('BG-23', 'BT-116'), ['BR-S-08', 'BR-S-09']),
  broken('BR-46', without('BG-23', 'BT-117'), ['BR-CO-14', 'BR-S-09']),
  broken('BR-47', without('BG-23', 'BT-118'), ['BR-S-01']),
  broken('BR-48', without('BG-23', 'BT-119'), [], 'Z'),
  broken('BR-49', without('BG-16', 'BT-81')),
  broken('BR-50', all(without('BG-16/BG-17', 'BT-84'), with_('BG-16', { 'BT-81': '42' }))),
  broken('BR-51', with_('BG-16', { 'BG-18': [{ 'BT-87': '41111111111' }] })),
  broken('BR-52', without('BG-24', 'BT-122')),
  broken('BR-53', without('BG-22', 'BT-111')),
  broken('BR-53', with_('', { 'BT-6': 'EUR' })),
  broken('BR-54', without('BG-25/BG-31/BG-32', 'BT-160')),
  broken('BR-54', without('BG-25/BG-31/BG-32', 'BT-161')),
  broken('BR-55', without('BG-3', 'BT-25')),
  broken('BR-56', without('BG-11', 'BT-63')),
  broken('BR-57', without('BG-13/BG-15', 'BT-80')),
  broken('BR-61', without('BG-16', 'BG-17')),
  broken('BR-62', with_('BG-4', { 'BT-34': 'rechnung@muster.example' })),
  broken('BR-63', with_('BG-7', { 'BT-49': 'eingang@beispiel.example' })),
  broken('BR-64', with_('BG-25/BG-31', { 'BT-157': '4000001000043' })),
  broken('BR-65', with_('BG-25/BG-31', { 'BT-158': ['27112000'] })),
  broken('BR-CO-03', with_('', { 'BT-7': '2026-04-17' })),
  broken('BR-CO-04', without('BG-25', 'BG-30'), ['BR-S-08']),
  broken('BR-CO-18', without('', 'BG-23'), ['BR-CO-14', 'BR-S-01']),
  broken('BR-CO-19', without('BG-13/BG-14', 'BT-73', 'BT-74')),
  broken('BR-CO-20', without('BG-25/BG-26', 'BT-134', 'BT-135')),
  broken('BR-CO-21', without('BG-20', 'BT-97', 'BT-98'), ['BR-33']),
  broken('BR-CO-22', without('BG-21', 'BT-104', 'BT-105'), ['BR-38']),
  broken('BR-CO-23', without('BG-25/BG-27', 'BT-139', 'BT-140'), ['BR-42']),
  broken('BR-CO-24', without('BG-25/BG-28', 'BT-144', 'BT-145'), ['BR-44']),
  broken('BR-CO-26', without('BG-4', 'BT-29', 'BT-30', 'BT-31')),
];

const totals: readonly BrokenInvoice[] = [
  broken('BR-CO-10', with_('BG-22', { 'BT-106': '96.01' }), ['BR-CO-13']),
  broken('BR-CO-11', with_('BG-22', { 'BT-107': '6.01' }), ['BR-CO-13']),
  broken('BR-CO-11', without('BG-22', 'BT-107'), ['BR-CO-13']),
  broken('BR-CO-12', with_('BG-22', { 'BT-108': '10.01' }), ['BR-CO-13']),
  broken('BR-CO-13', with_('BG-22', { 'BT-109': '100.01' }), ['BR-CO-15']),
  broken('BR-CO-14', with_('BG-22', { 'BT-110': '19.01' }), ['BR-CO-15']),
  broken('BR-CO-14', without('BG-22', 'BT-110'), ['BR-CO-15']),
  broken('BR-CO-15', with_('BG-22', { 'BT-112': '119.01' }), ['BR-CO-16']),
  broken('BR-CO-16', with_('BG-22', { 'BT-115': '99.99' })),
  // Only category B has no narrower rule of its own.
  broken(
    'BR-CO-17',
    all(with_('BG-23', { 'BT-117': '23.01' }), with_('BG-22', { 'BT-110': '23.01', 'BT-112': '123.01', 'BT-115': '104.01' })),
    [],
    'B',
  ),
  broken('BR-CO-17', all(without('BG-23', 'BT-119'), with_('BG-23', { 'BT-117': '0.50' })), ['BR-48', 'BR-CO-14'], 'B'),
];

const amounts: readonly (readonly [rule: string, path: string, id: TermId, value: string, also: readonly string[]])[] = [
  ['BR-DEC-01', 'BG-20', 'BT-92', '6.000', []],
  ['BR-DEC-02', 'BG-20', 'BT-93', '60.001', []],
  ['BR-DEC-05', 'BG-21', 'BT-99', '10.000', []],
  ['BR-DEC-06', 'BG-21', 'BT-100', '100.001', []],
  ['BR-DEC-09', 'BG-22', 'BT-106', '96.000', []],
  ['BR-DEC-10', 'BG-22', 'BT-107', '6.000', []],
  ['BR-DEC-11', 'BG-22', 'BT-108', '10.000', []],
  ['BR-DEC-12', 'BG-22', 'BT-109', '100.000', []],
  ['BR-DEC-13', 'BG-22', 'BT-110', '19.000', []],
  ['BR-DEC-14', 'BG-22', 'BT-112', '119.000', []],
  ['BR-DEC-15', 'BG-22', 'BT-111', '475.001', []],
  ['BR-DEC-16', 'BG-22', 'BT-113', '19.500', []],
  ['BR-DEC-17', 'BG-22', 'BT-114', '0.500', []],
  ['BR-DEC-18', 'BG-22', 'BT-115', '100.000', []],
  ['BR-DEC-19', 'BG-23', 'BT-116', '100.000', []],
  ['BR-DEC-20', 'BG-23', 'BT-117', '19.000', []],
  ['BR-DEC-23', 'BG-25', 'BT-131', '46.001', []],
  ['BR-DEC-24', 'BG-25/BG-27', 'BT-136', '5.001', []],
  ['BR-DEC-25', 'BG-25/BG-27', 'BT-137', '50.001', []],
  ['BR-DEC-27', 'BG-25/BG-28', 'BT-141', '1.001', []],
  ['BR-DEC-28', 'BG-25/BG-28', 'BT-142', '50.001', []],
];

const decimals = amounts.map(([rule, path, id, value, also]) => broken(rule, with_(path, term(id, value)), also));

const codes: readonly BrokenInvoice[] = [
  broken('BR-CL-01', with_('', { 'BT-3': '999' })),
  broken('BR-CL-03', with_('', { 'BT-5': 'EURO' }), ['BR-CL-04']),
  broken('BR-CL-03', with_('', { 'BT-6': 'czk' }), ['BR-CL-05']),
  broken('BR-CL-04', all(with_('', { 'BT-5': 'DM' }), without('BG-22', 'BT-110')), [], 'Z'),
  broken('BR-CL-05', all(with_('', { 'BT-6': 'KC' }), without('BG-22', 'BT-111')), ['BR-53']),
  broken('BR-CL-06', with_('', { 'BT-8': '35' })),
  broken('BR-CL-07', with_('', { 'BT-18': { value: 'OBJ-7', scheme: 'none' } })),
  broken('BR-CL-07', with_('BG-25', { 'BT-128': { value: 'Z-1', scheme: 'none' } })),
  broken('BR-CL-08', with_('BG-1', { 'BT-21': 'no' })),
  broken('BR-CL-10', with_('BG-4', { 'BT-29': [{ value: '1', scheme: '9999' }] })),
  broken('BR-CL-10', with_('BG-7', { 'BT-46': { value: '1', scheme: 'GLN' } })),
  broken('BR-CL-10', with_('BG-10', { 'BT-60': { value: '1', scheme: '88' } })),
  broken('BR-CL-11', with_('BG-4', { 'BT-30': { value: '1', scheme: '9999' } })),
  broken('BR-CL-11', with_('BG-7', { 'BT-47': { value: '1', scheme: '9999' } })),
  broken('BR-CL-11', with_('BG-10', { 'BT-61': { value: '1', scheme: '9999' } })),
  broken('BR-CL-13', with_('BG-25/BG-31', { 'BT-158': [{ value: '27112000', scheme: 'UNSPSC' }] })),
  broken('BR-CL-14', with_('BG-4/BG-5', { 'BT-40': 'D' })),
  broken('BR-CL-14', with_('BG-7/BG-8', { 'BT-55': 'UK' })),
  broken('BR-CL-14', with_('BG-11/BG-12', { 'BT-69': 'de' })),
  broken('BR-CL-14', with_('BG-13/BG-15', { 'BT-80': 'EU' })),
  broken('BR-CL-15', with_('BG-25/BG-31', { 'BT-159': 'Germany' })),
  broken('BR-CL-16', with_('BG-16', { 'BT-81': '99' })),
  // A category that no list has makes a line of no category.
  broken('BR-CL-17', with_('BG-20', { 'BT-95': 'X' }), ['BR-S-08']),
  broken('BR-CL-17', with_('BG-21', { 'BT-102': 's' }), ['BR-S-08']),
  broken('BR-CL-18', more('BG-25', goodLine('X' as CategoryCode, '0.00'))),
  broken('BR-CL-18', more('BG-23', { 'BT-116': '0.00', 'BT-117': '0.00', 'BT-118': 'X', 'BT-119': '0' })),
  broken('BR-CL-19', with_('BG-20', { 'BT-98': '1' })),
  broken('BR-CL-19', with_('BG-25/BG-27', { 'BT-140': 'FC' })),
  broken('BR-CL-20', with_('BG-21', { 'BT-105': '95' })),
  broken('BR-CL-20', with_('BG-25/BG-28', { 'BT-145': 'pc' })),
  broken('BR-CL-21', with_('BG-25/BG-31', { 'BT-157': { value: '4000001000043', scheme: 'GTIN' } })),
  broken('BR-CL-22', with_('BG-23', { 'BT-121': 'VATEX-EU-13' }), [], 'E'),
  broken('BR-CL-23', with_('BG-25', { 'BT-130': 'pcs' })),
  broken('BR-CL-23', with_('BG-25/BG-29', { 'BT-150': 'Stück' })),
  broken('BR-CL-24', with_('BG-24', { 'BT-125': { value: 'PGEvPg==', mime: 'text/xml', filename: 'a.xml' } })),
  broken('BR-CL-25', with_('BG-4', { 'BT-34': { value: 'a@b.example', scheme: 'mail' } })),
  broken('BR-CL-25', with_('BG-7', { 'BT-49': { value: 'a@b.example', scheme: '0001' } })),
  broken('BR-CL-26', with_('BG-13', { 'BT-71': { value: '1', scheme: '9999' } })),
  broken('BR-CO-05', with_('BG-20', { 'BT-97': 'Advertising' })),
  broken('BR-CO-06', with_('BG-21', { 'BT-104': 'packing' })),
  broken('BR-CO-07', with_('BG-25/BG-27', { 'BT-139': 'Due to work accident' })),
  broken('BR-CO-08', with_('BG-25/BG-28', { 'BT-144': 'Testing' })),
  broken('BR-CO-09', with_('BG-4', { 'BT-31': '123456789' })),
  broken('BR-CO-09', with_('BG-7', { 'BT-48': 'XX987654321' })),
  broken('BR-CO-09', with_('BG-11', { 'BT-63': 'de555555555' })),
];

interface Family {
  readonly name: string;
  readonly code: CategoryCode;
  readonly wrongRate: string;
  /** Seller, buyer: identifiers without which the family breaks. Not for O. */
  readonly sellers: readonly TermId[];
  readonly buyers: readonly TermId[];
  readonly entries: 'one' | 'each rate';
  readonly tolerance: boolean;
  readonly reason: 'needed' | 'forbidden';
}

const anybody: readonly TermId[] = ['BT-31', 'BT-32'];
const taxed = { sellers: anybody, buyers: [], entries: 'each rate', tolerance: false, reason: 'forbidden' } as const;
const untaxed = { sellers: anybody, buyers: [], entries: 'one', tolerance: true, reason: 'needed', wrongRate: '19' } as const;

const families: readonly Family[] = [
  { ...taxed, name: 'BR-S', code: 'S', wrongRate: '0' },
  { ...untaxed, name: 'BR-Z', code: 'Z', reason: 'forbidden' },
  { ...untaxed, name: 'BR-E', code: 'E' },
  { ...untaxed, name: 'BR-AE', code: 'AE', buyers: ['BT-47', 'BT-48'] },
  { ...untaxed, name: 'BR-IC', code: 'K', sellers: ['BT-31'], buyers: ['BT-48'] },
  { ...untaxed, name: 'BR-G', code: 'G', sellers: ['BT-31'] },
  { ...untaxed, name: 'BR-O', code: 'O', tolerance: false, sellers: [], wrongRate: '0' },
  { ...taxed, name: 'BR-AF', code: 'L', wrongRate: '0' },
  { ...taxed, name: 'BR-AG', code: 'M', wrongRate: '-1' },
];

const familyRules = families.flatMap((family): readonly BrokenInvoice[] => {
  const { name, code, entries, reason } = family;
  const number = (n: number): string => `${name}-${String(n).padStart(2, '0')}`;
  const free = (id: TermId): PlainGroup => term(id, family.wrongRate);
  return [
    breakdownLacks(family, number(1)),
    ...(entries === 'one' ? [breakdownTwice(family, number(1))] : []),
    ...identifiers(family, number),
    broken(number(5), more('BG-25', wrongLine(family)), [], code),
    broken(number(6), more('BG-20', { 'BT-92': '0.00', 'BT-95': code, ...free('BT-96'), 'BT-97': 'Bonus' }), [], code),
    broken(number(7), more('BG-21', { 'BT-99': '0.00', 'BT-102': code, ...free('BT-103'), 'BT-104': 'Freight' }), [], code),
    // Two units more: the tax on them stays within the tolerance of the tax amount.
    broken(number(8), with_('BG-23', { 'BT-116': '102.00' }), [], code),
    ...(family.tolerance ? [] : [broken(number(8), with_('BG-23', { 'BT-116': '100.01' }), [], code)]),
    wrongTax(family, number(9)),
    reason === 'needed'
      ? broken(number(10), without('BG-23', 'BT-120', 'BT-121'), [], code)
      : broken(number(10), with_('BG-23', { 'BT-120': 'No VAT' }), [], code),
    ...(reason === 'forbidden' ? [broken(number(10), with_('BG-23', { 'BT-121': 'VATEX-EU-O' }), [], code)] : []),
  ];
});

function wrongLine({ code, wrongRate }: Family): PlainGroup {
  return { ...goodLine(code, '0.00'), 'BG-30': [{ 'BT-151': code, 'BT-152': wrongRate }] };
}

/** A line of the category in an invoice of another one, whose breakdown does not have it. */
function breakdownLacks({ code, buyers }: Family, rule: string): BrokenInvoice {
  const host: CategoryCode = code === 'S' ? 'Z' : 'S';
  // The identifiers of a taxed invoice are those that category O must not have.
  const invoice = broken(rule, more('BG-25', goodLine(code, '0.00')), code === 'O' ? ['BR-O-02'] : [], host);
  return buyers.length === 0 ? invoice : { ...invoice, of: `${host}, with a buyer who has a VAT identifier` };
}

function breakdownTwice({ code }: Family, rule: string): BrokenInvoice {
  const again: Change = (invoice) => {
    invoice['BG-23']!.push({ ...invoice['BG-23']![0]!, 'BT-117': '0.00' });
  };
  return broken(rule, again, [], code);
}

/** Without the identifiers of the parties, each kind of use breaks its own rule. Only lines, then lines with allowances, then lines with charges. */
function identifiers({ name, code, sellers, buyers }: Family, number: (n: number) => string): readonly BrokenInvoice[] {
  const noSeller = all(without('BG-4', ...sellers), without('', 'BG-11'));
  const noBuyer = without('BG-7', ...buyers);
  const changes: readonly Change[] =
    name === 'BR-O'
      ? [with_('BG-4', { 'BT-31': 'DE123456789' }), with_('BG-7', { 'BT-48': 'DE987654321' })]
      : [...(sellers.length > 0 ? [noSeller] : []), ...(buyers.length > 0 ? [noBuyer] : [])];
  return changes.flatMap((change) => [
    broken(number(2), all(change, only('none')), [], code),
    broken(number(3), all(change, only('BG-20')), [number(2)], code),
    broken(number(4), all(change, only('BG-21')), [number(2)], code),
  ]);
}

/** Leaves the allowance, the charge or neither, without an amount, so that lines make the totals. */
function only(kept: 'none' | 'BG-20' | 'BG-21'): Change {
  return (invoice) => {
    const kind = (id: 'BG-20' | 'BG-21', amount: TermId, base: TermId, total: TermId): void => {
      const totals = invoice['BG-22']![0]!;
      if (kept === id) {
        Object.assign(invoice[id]![0]!, { [amount]: '0.00', [base]: '0.00' });
        totals[total] = '0.00';
      } else {
        delete invoice[id];
        delete totals[total];
      }
    };
    kind('BG-20', 'BT-92', 'BT-93', 'BT-107');
    kind('BG-21', 'BT-99', 'BT-100', 'BT-108');
    invoice['BG-25']![1]!['BT-131'] = '54.00';
    invoice['BG-22']![0]!['BT-106'] = '100.00';
  };
}

/** A tax that is 1 too high: the family tolerates less than 1, BR-CO-17 up to 1. A tax where there is none: less than half a unit. */
function wrongTax({ code, entries }: Family, rule: string): BrokenInvoice {
  const extra = entries === 'one' ? 0.4 : 1;
  return broken(
    rule,
    (invoice) => {
      const tax = (Number(invoice['BG-23']![0]!['BT-117']) + extra).toFixed(2);
      const gross = (100 + Number(tax)).toFixed(2);
      Object.assign(invoice['BG-23']![0]!, { 'BT-117': tax });
      Object.assign(invoice['BG-22']![0]!, { 'BT-110': tax, 'BT-112': gross, 'BT-115': (Number(gross) - 19).toFixed(2) });
    },
    [],
    code,
  );
}

const standardLine = goodLine('S', '0.00');
const standardVat: PlainGroup = { 'BT-116': '0.00', 'BT-117': '0.00', 'BT-118': 'S', 'BT-119': '19' };
const sellerKnown = with_('BG-4', { 'BT-32': '12/345/67890' });

const singles: readonly BrokenInvoice[] = [
  broken('BR-IC-11', without('BG-13', 'BT-72', 'BG-14'), [], 'K'),
  broken('BR-IC-12', without('BG-13', 'BG-15'), [], 'K'),
  broken('BR-O-11', all(sellerKnown, more('BG-23', standardVat)), [], 'O'),
  broken('BR-O-12', all(sellerKnown, more('BG-25', standardLine)), ['BR-S-01'], 'O'),
  broken(
    'BR-O-13',
    all(sellerKnown, more('BG-20', { 'BT-92': '0.00', 'BT-95': 'S', ...rateOf('BT-96', 'S'), 'BT-97': 'Bonus' })),
    ['BR-S-01'],
    'O',
  ),
  broken(
    'BR-O-14',
    all(sellerKnown, more('BG-21', { 'BT-99': '0.00', 'BT-102': 'S', ...rateOf('BT-103', 'S'), 'BT-104': 'Freight' })),
    ['BR-S-01'],
    'O',
  ),
  broken('BR-B-01', with_('BG-7/BG-8', { 'BT-55': 'DE' }), [], 'B'),
  broken('BR-B-02', all(more('BG-25', standardLine), more('BG-23', standardVat)), [], 'B'),
];

export const brokenInvoices: readonly BrokenInvoice[] = [
  ...missing,
  ...totals,
  ...decimals,
  ...codes,
  ...familyRules,
  ...singles,
];

/** The rules that an invoice breaks. Doubts have tests of their own. */
export const brokenRules = (plain: PlainGroup, profile: ProfileName = 'EN 16931'): readonly string[] =>
  [...new Set(checkInvoice(modelOf(plain), profile).map(({ rule }) => rule))].filter((id) => !id.startsWith('doubt-')).sort();
