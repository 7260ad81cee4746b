import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { holdPicture } from '../docs/pictures.ts';

const folder = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
const pages: Readonly<Record<string, number>> = {
  'annual-report': 6,
  'bank-statement': 5,
  catalogue: 9,
  certificate: 1,
  contract: 5,
  'delivery-note': 2,
  'e-invoice': 1,
  'event-ticket': 2,
  form: 1,
  invoice: 1,
  letter: 1,
  newsletter: 2,
  payslip: 1,
  'purchase-order': 3,
  'qr-bill': 1,
  'shipping-label': 1,
};

test('each example is among those that are held here', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(pages).sort());
});

/** What the gallery shows of some examples, in larger pictures those of the README. Of the others it shows the first page. */
const shown: Readonly<Record<string, { readonly pages: readonly number[]; readonly dpi: number }>> = {
  'annual-report': { pages: [1, 4], dpi: 52 },
  catalogue: { pages: [3, 4], dpi: 60 },
  'event-ticket': { pages: [1], dpi: 96 },
  newsletter: { pages: [1, 2], dpi: 48 },
};

/** It maps an electronic invoice, which would be in each PDF/A-3: a guide asks for that. */
const onlyAccessible = 'invoice';

async function openExample(name: string) {
  const engine = await createLocalEngine({ template: `${folder}${name}` });
  const { uuid } = await engine.findTemplate(name);
  return { engine, uuid, template: await engine.getTemplate({ params: { uuid } }) };
}

/** The example as a screen reader says it. */
async function read(name: string): Promise<{ readonly data: unknown; readonly reading: readonly string[] }> {
  const { engine, uuid, template } = await openExample(name);
  const data = template.exampleData;
  const { body } = await engine.generateSingle({ params: { uuid }, body: { data } });
  const { reading } = await inspectPdf(Buffer.concat(body), { read: true });
  return { data, reading: reading! };
}

describe.each(Object.keys(pages))('%s', (name) => {
  const open = () => openExample(name);
  test('has nothing that lint would say', async () => {
    const { engine, uuid } = await open();
    expect(await engine.lintTemplate(uuid)).toEqual([]);
  });
  test('renders its example without a warning, on the pages it should have, to the same bytes twice', async () => {
    const { engine, uuid, template } = await open();
    const data = template.exampleData;
    const pdf = await engine.generateSingle({ params: { uuid }, body: { data, options: { strict: true } } });
    expect(pdf.pages).toBe(pages[name]);
    const { pages: numbers, dpi } = shown[name] ?? { pages: [1], dpi: 44 };
    await holdPicture(`gallery/${name}`, Buffer.concat(pdf.body), dpi, numbers);
    expect((await engine.generateSingle({ params: { uuid }, body: { data } })).sha256).toBe(pdf.sha256);
  });
  test('keeps the standards that it claims, PDF/UA-1 and a level A of PDF/A', async () => {
    const { engine, uuid, template } = await open();
    const { document } = JSON.parse(readFileSync(`${folder}${name}/template.json`, 'utf8')) as {
      document: { standard: string | string[] };
    };
    const claimed = [document.standard].flat();
    expect(claimed).toEqual([...(name === onlyAccessible ? [] : [expect.stringMatching(/^PDF\/A-[23]a$/)]), 'PDF/UA-1']);
    const { body } = await engine.generateSingle({ params: { uuid }, body: { data: template.exampleData } });
    const { check } = await inspectPdf(Buffer.concat(body), { check: true });
    for (const part of claimed) expect(check!.standards).toContain(/(?:UA|A)-\d/.exec(part)![0]);
    expect(check!.findings).toEqual([]);
  });
  test('has a page of words with the command that renders it', () => {
    expect(readFileSync(`${folder}${name}/README.md`, 'utf8')).toContain('pdfgen generate single . -o ');
  });
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The data with lists `times` as long and texts of several words twice; or as little as the schema asks for. Ids stay unique. */
function resize(
  value: unknown,
  schema: Schema,
  times: number,
  root: Schema & { readonly $defs?: Readonly<Record<string, Schema>> },
): unknown {
  const named = schema.$ref ? root.$defs?.[schema.$ref.replace('#/$defs/', '')] : undefined;
  if (Array.isArray(value)) {
    const { minItems = 1, maxItems = 1000, items = {} } = { ...named, ...schema };
    const length = times === 0 ? Math.max(minItems, 1) : Math.min(value.length * times, maxItems);
    return Array.from({ length }, (_, i) => {
      const element = resize(value[i % value.length], items, times, root);
      const { id } = element as { id?: string };
      return id === undefined || i < value.length ? element : { ...(element as object), id: `${id}-${i}` };
    });
  }
  if (typeof value === 'object' && value !== null) {
    const properties = { ...named?.properties, ...schema.properties };
    const required = [...(named?.required ?? []), ...(schema.required ?? [])];
    const entries = Object.entries(value).filter(([key]) => times > 0 || required.includes(key));
    return Object.fromEntries(entries.map(([key, member]) => [key, resize(member, properties[key] ?? {}, times, root)]));
  }
  const isProse =
    typeof value === 'string' &&
    value.includes(' ') &&
    Object.keys({ ...named, ...schema, $ref: 0 }).every((key) => plain.includes(key));
  return isProse && times > 1 ? `${value} ${value}` : value;
}

/** What a schema says of texts that may be of any length. */
const plain = ['$ref', 'type', 'description', 'minLength', 'title'];

type Data = { readonly [key: string]: unknown };

/** What must fit together again. */
const mended: Readonly<Record<string, (data: Data) => Data>> = {
  'e-invoice': (data) => {
    const net = Math.round((data.lines as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
    return { ...data, net, total: net };
  },
  contract: (data) => ({
    ...data,
    clauses: (data.clauses as { id: string }[]).map((one, _, all) => (all.length === 1 ? { ...one, id: 'fees' } : one)),
  }),
};

test.each(Object.keys(pages))('%s holds much more data, and as little as its schema allows', async (name) => {
  const { engine, uuid, template } = await openExample(name);
  const schema = template.dataSchema as Schema;
  for (const times of [0, 3]) {
    const resized = resize(template.exampleData, schema, times, schema) as Data;
    const data = mended[name]?.(resized) ?? resized;
    await engine.generateSingle({ params: { uuid }, body: { data, options: { strict: true } } });
  }
});

/** Each level once, with PDF/UA where both go together, and the rules of the standard that examples break by their pictures or for want of an attachment. */
const standards: readonly (readonly [names: readonly string[], breaks: string])[] = [
  [['PDF/A-1a', 'PDF/UA-1'], 'image-transparency'],
  [['PDF/A-1b'], 'image-transparency'],
  [['PDF/A-2a', 'PDF/UA-1'], ''],
  [['PDF/A-2u'], ''],
  [['PDF/A-3b'], ''],
  [['PDF/A-4'], ''],
  [['PDF/A-4', 'PDF/UA-2'], ''],
  [['PDF/A-4f'], 'attachment-missing'],
];

test.each(['invoice', 'letter', 'shipping-label'])('%s keeps each standard, or is refused by a named rule', async (name) => {
  const { engine, uuid, template } = await openExample(name);
  const found: string[] = [];
  for (const [standard, breaks] of standards) {
    const options = { standard: [...standard] };
    try {
      const { body } = await engine.generateSingle({ params: { uuid }, body: { data: template.exampleData, options } });
      const { check } = await inspectPdf(Buffer.concat(body), { check: true });
      for (const part of standard) expect(check!.standards).toContain(/(?:UA|A)-\d/.exec(part)![0]);
      for (const { rule, message } of check!.findings) found.push(`${standard.join(' ')}: ${rule} ${message}`);
    } catch (error) {
      expect(error).toMatchObject({ code: 'STANDARD_BREACH', errors: [{ keyword: breaks }] });
    }
  }
  expect(found).toEqual([]);
});

/** What a reader must hear, in this order: who writes to whom, dates, totals, how to pay. */
const said: Readonly<Record<string, readonly string[]>> = {
  'qr-bill': [
    ...['Schreinerei Hug AG, Trogen', 'Familie Altherr-Nef Speicherstrasse 27a 9053 Teufen', 'Zahlbar bis | 21. Juni 2026'],
    ...['heading 1: Esstisch und Bank, Nussbaum', "Total CHF | 6'918.40", 'Empfangsschein', 'Zahlteil'],
    ...['image: Swiss QR Code.', 'Rechnung 26-0193'],
  ],
  form: [
    ...['Summer 2027, Val Müstair', 'heading 1: Alpine Summer School: registration', 'field: Name of the child'],
    ...['field: Date of birth of the child (DD/MM/YYYY)', 'field: The week: 18–24 July: Climbing and ropes'],
    ...['heading 2: Food and health', 'field: Diet', 'heading 2: The parents', 'Our child can swim 50 metres'],
    ...['field: Signature of a parent'],
  ],
  catalogue: [
    ...['Okker', 'Lamps', 'heading 1: Light has a shape', 'heading 1: Tables', 'Four lamps that stand where you read'],
    ...['image: Pilz, drawing', 'heading 2: Pilz', '289', 'T 10 · Ø 34 × 42 cm', 'heading 1: Pendants', 'heading 2: Stufen'],
    ...['heading 1: Floors', 'heading 1: Price list', 'T 14 | Lune | Brass, Black | Ø 15 × 19 cm | LED 6 W | 174'],
    ...['F 15 | Mast', 'Lacquer in any RAL colour', 'Mejlgade 44'],
  ],
  contract: [
    ...['A-2026-07', 'Architect’s Agreement', 'Foundation Library in the Mill', '(the Architect)', 'Contents'],
    ...['link: 1 Subject 3', 'heading 1: 1 Subject', '2.1 The Architect renders the services'],
    ...['heading 1: 12 Law and place of jurisdiction', 'heading 1: Annex D: Phases, dates and fees', 'Lump sum, clause 4 | '],
    ...['Made in two copies', 'field: Signature of the Client', 'Dr Regula Tschudi, president'],
    ...['field: Signature of the Architect'],
  ],
  'delivery-note': [
    ...['heading 1: Delivery note', 'image: Bar code of the delivery note', 'LS-260482', 'Tretlager Nord GmbH'],
    ...['Velo Kontor eG Goods in, gate 2', 'Your order | 4500291177'],
    ...['6 | image: GTIN 4006881232925 | Crankset Triple 46-36-26; 175 mm, square taper | B-11-2 | 10 | 8 | 2'],
    ...['Missing pieces follow', 'heading 2: Packages', 'image: SSCC 340068810000482116 of Pallet 1'],
    ...['heading 2: Received in good order', 'Signature', '28217 Bremen'],
  ],
  'purchase-order': [
    ...['Brandt Skipsverft AS', 'heading 1: Purchase order', 'PO-7-26-0318', 'Supplier', 'Hanseatic Ship Supply GmbH'],
    ...['Delivery | Monday, 6 July 2026', 'Deck and mooring'],
    ...['27 | PI-1502-10 | Air pipe head, float type, DN 100 | 9 | pcs | 332.00 | 2,988.00', '28 | PI-2001-48'],
    ...['Goods, 70 positions | 208,874.20', 'Total without VAT | €202,369.23', 'heading 2: Conditions', 'Confirm this order'],
    ...['Eirik Brandt'],
  ],
  'e-invoice': [
    ...['heading 1: Invoice', 'image: Lotwerk GmbH', 'Invoice number | LTW-2026-00731', 'From', 'Bill to', 'VAT FR62814557209'],
    ...['€5,214.80 due 16 July 2026', 'link: Pay online'],
    ...['Storage, region eu-west; 1,250 GB, kept for 90 days | 1,250 GB | €0.08 | 0% | €100.00', 'Amount due | €5,214.80'],
    ...['IBAN DE02 4306 0967 1184 9203 01', 'who owes the VAT', 'HRB 187442 B'],
  ],
  newsletter: [
    ...['The Orchard Letter', 'Autumn 2026, no. 38', 'image: An orchard on rolling hills at sunset'],
    ...['heading 1: The year the apples came early', 'By Rowan Pryce', 'On 19 August we shook the first Discovery'],
    ...['My own entry in the book is short.', '“The press does not mind how anything looks.”'],
    ...['heading 1: Prune less, and later', 'heading 1: Pork chops with cider and sage', '8 sage leaves'],
    ...['Stir in the mustard.', 'heading 1: Come and see us'],
    ...['7 Nov | Grafting in winter light; A morning course with Hester Vane, £45', 'Brockhill Farm, Ledbury'],
  ],
  certificate: [
    ...['SKAGEN SCHOOL OF BOOKBINDING · MDCCCXCIV', 'heading 1: Certificate', 'Amélie Fontaine-Okafor'],
    ...['born on 3 November 1998', 'has completed the course of 1,120 hours', 'Fine Binding in Leather and Vellum'],
    ...['with distinction', 'no. 2026/117 in our register', 'image: Signature of Prof. Birgitte Holm'],
    ...['image: QR code that proves the certificate', 'Master binder, examiner'],
  ],
  'event-ticket': [
    ...['Museum of Weather', 'heading 1: Cumulus', 'Sat 20 Jun 2026', '18:30–19:00', 'East door, by the barometer'],
    ...['image: QR code of ticket 0482-1', 'Tomke Hinrichs', 'Adult, €16.00', 'heading 1: Cumulus'],
    ...['image: QR code of ticket 0482-2', 'Reduced, €9.00'],
  ],
  payslip: [
    ...['Voltrad AG', 'Lea Brunner Wartstrasse 47 8400 Winterthur', 'AHV no. | 756.4821.9077.36'],
    ...['heading 1: Payslip March 2026', "CHF 6'310.60", 'Shift allowance; 48 h | 48 | 5.00 CHF/h | 240.00 | 655.00'],
    ...['Gross salary | ', 'Paid out | ', 'heading 2: What becomes of your gross salary', 'Holidays | 20 | 3.5 | 16.5 days'],
    ...['Paid to CH56 0483 5012 3456 7800 9'],
  ],
  'annual-report': [
    ...['Norrvind', 'Annual Report', '2025', 'Contents', 'The second half of the work', 'heading 1: The year in four numbers'],
    ...['3.88 TWh', 'electricity delivered, +17.8% on 2024', 'heading 1: The second half of the work'],
    ...['When our members founded Norrvind', 'Ingrid Sahlström', 'Electricity delivered by source from 2019 to 2025.'],
    ...['heading 2: Segments', 'Offshore wind | ', 'heading 2: Income statement'],
    ...['Operation and maintenance | empty | −142.4 | −126.7', 'heading 3: 4 Loans, bonds and cash'],
    ...['Härnösand, 12 March 2026'],
  ],
  invoice: [
    ...['Gratwerk AG', 'heading 1: Invoice'],
    ...['Valley Trails Association Ms Ursina Caflisch Via Principala 42 7130 Ilanz Switzerland', 'Invoice no. | 2026-0417'],
    ...['Date | 17 April 2026', '# | Description | Quantity | Unit price | Discount | Amount'],
    ...['1 | Trail map “Upper Valley”; 1 : 25 000, waterproof, folded | 120 pcs | 4.90 | 10% | 529.20'],
    ...['7 | Disposal of old signs; Including certificate | 1 lot | 180.00 | empty | 180.00'],
    ...['IBAN CH93 0076 2011 6238 5295 7', 'VAT 8.1% on 7,792.93 | 631.23', 'Total | €8,967.12'],
    ...['Please pay €8,967.12 by 17 May 2026', 'VAT no. CHE-412.908.331'],
  ],
  letter: [
    ...['Hotel Kastanienhof', 'Lindqvist Arkitekter AB Ms Märta Lindqvist Skeppsbron 24 111 30 Stockholm Sweden'],
    ...['Date | 9 March 2026', 'heading 1: Your autumn meeting from 24 to 27 September 2026', 'Dear Ms Lindqvist,'],
    ...['Book by 30 June 2026 at [link: https://kastanienhof.example/sunday].', 'With kind regards from Meran'],
    ...['image: Signature of Elisabeth Pircher', 'Enclosed: floor plan of the library, menus, how to find us'],
    ...['VAT IT02471930215'],
  ],
  'bank-statement': [
    ...['Harbour & Vale', 'heading 1: Account statement'],
    ...['Niamh O’Connell 27 Mountpleasant Avenue Lower Rathmines, Dublin 6 D06 X2K7', 'IBAN | IE29 AIBK 9311 5212 3456 78'],
    ...['Opening balance', '€3,481.72', 'Closing balance', '€7,930.02'],
    ...['Total of 100 transactions | 8,121.44 | 12,569.74 | empty'],
    ...['Closing balance on 31 March 2026 | empty | empty | 7,930.02', 'Regulated in Ireland.'],
  ],
  'shipping-label': [
    ...['FROM', 'Lerverk Keramik Industrigatan 9 214 32 Malmö Sweden', 'SHIP TO'],
    ...['Eleni Papadopoulou Galerie Anemos Odos Ermou 118 105 51 Athens GREECE', 'Οδός Ερμού 118 · 105 51 Αθήνα · Ελλάδα'],
    ...['ATH', 'FRAGILE', 'image: Tracking number NX4820917735GR'],
  ],
};

test.each(Object.keys(pages))('a screen reader says what matters in %s, each in its place', async (name) => {
  const { reading } = await read(name);
  let at = 0;
  for (const text of said[name]!) {
    const found = reading.findIndex((line, i) => i >= at && line.includes(text));
    expect(found, `${text} after:\n${reading.slice(0, at).join('\n')}`).toBeGreaterThanOrEqual(0);
    at = found;
  }
  // Nothing else repeats what stands in the letterhead, and no page number is said. Each ticket is a document of its own.
  expect(reading.filter((line) => line === reading[0])).toHaveLength(name === 'event-ticket' ? pages[name]! : 1);
  expect(reading.join('\n')).not.toMatch(/Page \d/);
});

test('a screen reader says each transaction of the statement once, in order', async () => {
  const { data, reading } = await read('bank-statement');
  const { transactions } = data as {
    transactions: { date: string; name: string; detail: string; in: number; out: number; balance: number }[];
  };
  const day = new Intl.DateTimeFormat('en-IE', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const amount = new Intl.NumberFormat('en-IE', { minimumFractionDigits: 2 });
  const rows = transactions.map(({ date, name, detail, out, in: income, balance }, i) => {
    const sums = [out, income].map((sum) => (sum === 0 ? 'empty' : amount.format(sum)));
    return `  row ${i + 2}: ${[day.format(new Date(date)), `${name}; ${detail}`, ...sums, amount.format(balance)].join(' | ')}`;
  });
  expect(rows).toHaveLength(100);
  const first = reading.indexOf('  row 1, headers: Date | Description | Money out | Money in | Balance');
  expect(reading.slice(first + 1, first + 101)).toEqual(rows);
});
