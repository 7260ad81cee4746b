// Invoices that break no rule, as plain values that a test can change, and the model of them.
import type { Group, Term } from '../../src/invoice/model.ts';
import type { GroupId, TermId } from '../../src/invoice/terms.ts';

type Qualified = { value: string } & Partial<Pick<Term, 'scheme' | 'version' | 'mime' | 'filename'>>;
export type PlainGroup = { [term in TermId]?: string | Qualified | (string | Qualified)[] } & {
  [group in GroupId]?: PlainGroup[];
};

/** The model of a plain invoice. The pointer of a value is its place in the plain invoice. */
export function modelOf(plain: PlainGroup, pointer = ''): Group {
  const terms: Partial<Record<TermId, readonly Term[]>> = {};
  const groups: Partial<Record<GroupId, readonly Group[]>> = {};
  for (const [id, content] of Object.entries(plain)) {
    const at = `${pointer}/${id}`;
    if (id.startsWith('BG-')) {
      groups[id as GroupId] = (content as PlainGroup[]).map((one, index) => modelOf(one, `${at}/${index}`));
    } else {
      const values = (Array.isArray(content) ? content : [content]) as (string | Qualified)[];
      terms[id as TermId] = values.map((one) => ({
        ...(typeof one === 'string' ? { value: one } : one),
        origin: { of: 'data', pointer: at },
      }));
    }
  }
  return { terms, groups, origin: { of: 'data', pointer } };
}

export type CategoryCode = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M' | 'B';

const rates: Readonly<Record<CategoryCode, string | undefined>> = {
  S: '19',
  Z: '0',
  E: '0',
  AE: '0',
  K: '0',
  G: '0',
  O: undefined,
  L: '7',
  M: '4',
  B: '22',
};

const reasons: Readonly<Partial<Record<CategoryCode, string>>> = {
  E: 'VATEX-EU-132-1C',
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/** A group of one term. */
export function term(id: TermId, value: string): PlainGroup {
  const group: PlainGroup = {};
  group[id] = value;
  return group;
}

/** The rate of a category under the id of a term, or nothing where the category has none. */
export const rateOf = (id: TermId, category: CategoryCode): PlainGroup =>
  rates[category] === undefined ? {} : term(id, rates[category]);

/** An invoice over 100.00 of one VAT category: two lines, an allowance, a charge, and most of the groups there are. */
export function goodInvoice(category: CategoryCode): PlainGroup {
  const country = category === 'B' ? 'IT' : 'DE';
  const tax = Number(rates[category] ?? 0);
  const vat = tax.toFixed(2);
  const hasIdentifiers = category !== 'O';
  const identifier = (id: TermId, value: string): PlainGroup => (hasIdentifiers ? term(id, value) : {});
  return {
    'BT-1': 'RE-2026-0042',
    'BT-2': '2026-04-17',
    'BT-3': '380',
    'BT-5': 'EUR',
    'BT-6': 'CZK',
    'BT-8': '29',
    'BT-9': '2026-05-17',
    'BT-10': '04011000-12345-34',
    'BT-18': { value: 'OBJ-7', scheme: 'AAA' },
    'BT-20': '14 days 2 %, 30 days net',
    'BG-1': [{ 'BT-21': 'AAI', 'BT-22': 'Thank you.' }],
    'BG-2': [
      {
        'BT-23': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        'BT-24': 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
      },
    ],
    'BG-3': [{ 'BT-25': 'RE-2026-0041', 'BT-26': '2026-03-17' }],
    'BG-4': [
      {
        'BT-27': 'Muster Werkzeuge GmbH',
        'BT-29': [{ value: '4000001000005', scheme: '0088' }],
        'BT-30': { value: 'HRB 4711', scheme: '0002' },
        ...identifier('BT-31', `${country}123456789`),
        'BT-34': { value: 'rechnung@muster.example', scheme: 'EM' },
        'BG-5': [{ 'BT-35': 'Ringstraße 1', 'BT-37': 'Berlin', 'BT-38': '10115', 'BT-40': country }],
        'BG-6': [{ 'BT-41': 'Buchhaltung', 'BT-42': '+49 30 1234567', 'BT-43': 'buch@muster.example' }],
      },
    ],
    'BG-7': [
      {
        'BT-44': 'Beispiel AG',
        'BT-46': { value: '4000001000012', scheme: '0088' },
        'BT-47': { value: 'HRB 815', scheme: '0002' },
        ...identifier('BT-48', `${country}987654321`),
        'BT-49': { value: 'eingang@beispiel.example', scheme: 'EM' },
        'BG-8': [{ 'BT-50': 'Am Markt 2', 'BT-52': 'Hamburg', 'BT-53': '20095', 'BT-55': country }],
      },
    ],
    'BG-10': [
      {
        'BT-59': 'Inkasso KG',
        'BT-60': { value: '4000001000029', scheme: '0088' },
        'BT-61': { value: 'HRA 99', scheme: '0002' },
      },
    ],
    ...(hasIdentifiers && {
      'BG-11': [{ 'BT-62': 'Steuerbüro Nord', 'BT-63': `${country}555555555`, 'BG-12': [{ 'BT-66': 'Kiel', 'BT-69': country }] }],
    }),
    'BG-13': [
      {
        'BT-70': 'Lager Süd',
        'BT-71': { value: '4000001000036', scheme: '0088' },
        'BT-72': '2026-04-15',
        'BG-14': [{ 'BT-73': '2026-04-01', 'BT-74': '2026-04-30' }],
        'BG-15': [{ 'BT-75': 'Hafen 3', 'BT-77': 'Hamburg', 'BT-78': '20457', 'BT-80': country }],
      },
    ],
    'BG-16': [{ 'BT-81': '58', 'BG-17': [{ 'BT-84': 'DE89 3704 0044 0532 0130 00', 'BT-85': 'Muster Werkzeuge GmbH' }] }],
    'BG-20': [
      {
        'BT-92': '6.00',
        'BT-93': '60.00',
        'BT-94': '10',
        'BT-95': category,
        ...rateOf('BT-96', category),
        'BT-97': 'Discount',
        'BT-98': '95',
      },
    ],
    'BG-21': [
      {
        'BT-99': '10.00',
        'BT-100': '100.00',
        'BT-101': '10',
        'BT-102': category,
        ...rateOf('BT-103', category),
        'BT-104': 'Freight service',
        'BT-105': 'FC',
      },
    ],
    'BG-22': [
      {
        'BT-106': '96.00',
        'BT-107': '6.00',
        'BT-108': '10.00',
        'BT-109': '100.00',
        'BT-110': vat,
        'BT-111': (25 * tax).toFixed(2),
        'BT-112': (100 + tax).toFixed(2),
        'BT-113': '19.50',
        'BT-114': '0.50',
        'BT-115': (81 + tax).toFixed(2),
      },
    ],
    'BG-23': [
      {
        'BT-116': '100.00',
        'BT-117': vat,
        'BT-118': category,
        ...rateOf('BT-119', category),
        ...(reasons[category] !== undefined && { 'BT-120': 'No VAT', 'BT-121': reasons[category] }),
      },
    ],
    'BG-24': [
      {
        'BT-122': 'Stundenzettel',
        'BT-124': 'https://muster.example/1',
        'BT-125': { value: 'aGFsbG8=', mime: 'text/csv', filename: 'stunden.csv' },
      },
    ],
    'BG-25': [
      {
        'BT-126': '1',
        'BT-128': { value: 'Z-1', scheme: 'AAA' },
        'BT-129': '10',
        'BT-130': 'C62',
        'BT-131': '46.00',
        'BG-26': [{ 'BT-134': '2026-04-01', 'BT-135': '2026-04-15' }],
        'BG-27': [{ 'BT-136': '5.00', 'BT-137': '50.00', 'BT-138': '10', 'BT-139': 'Special rebate', 'BT-140': '100' }],
        'BG-28': [{ 'BT-141': '1.00', 'BT-142': '50.00', 'BT-143': '2', 'BT-144': 'Packing', 'BT-145': 'PC' }],
        'BG-29': [{ 'BT-146': '5.00', 'BT-147': '1.00', 'BT-148': '6.00', 'BT-149': '1', 'BT-150': 'C62' }],
        'BG-30': [{ 'BT-151': category, ...rateOf('BT-152', category) }],
        'BG-31': [
          {
            'BT-153': 'Zange',
            'BT-157': { value: '4000001000043', scheme: '0160' },
            'BT-158': [{ value: '27112000', scheme: 'STI', version: '26.1' }],
            'BT-159': country,
            'BG-32': [{ 'BT-160': 'Farbe', 'BT-161': 'Rot' }],
          },
        ],
      },
      goodLine(category, '50.00'),
    ],
  };
}

/** A line of two pieces. */
export const goodLine = (category: CategoryCode, net: string): PlainGroup => ({
  'BT-126': '2',
  'BT-129': '2',
  'BT-130': 'C62',
  'BT-131': net,
  'BG-29': [{ 'BT-146': (Number(net) / 2).toFixed(2) }],
  'BG-30': [{ 'BT-151': category, ...rateOf('BT-152', category) }],
  'BG-31': [{ 'BT-153': 'Säge' }],
});
