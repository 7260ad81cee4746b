// Files that an office program wrote: a workbook, and the same sheet as CSV in its encodings. office/README.md tells how they were made.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openEntries } from '../../../src/batch/entries/open-entries.ts';
import { openInputs } from '../../../src/batch/entries/open-inputs.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import type { Table } from '../../../src/input/table.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { objectOf } from '../../support/schemas.ts';
import { describe } from '../make-table.ts';

const cwd = fileURLToPath(new URL('../office/', import.meta.url));

const text = { type: 'string' };
const number = { type: 'number' };
const schema = objectOf(
  {
    number: text,
    postcode: text,
    customer: text,
    ordered: { type: 'string', format: 'date' },
    delivered: { type: 'string', format: 'date-time' },
    due: { type: 'string', format: 'date' },
    quantity: { type: 'integer' },
    price: number,
    discount: number,
    total: number,
    paid: { type: 'boolean' },
    region: text,
    note: text,
    title: text,
    time: text,
    duration: text,
    link: text,
    account: text,
  },
  '',
);

const map = new Map(
  Object.entries({
    Nr: 'number',
    PLZ: 'postcode',
    Kunde: 'customer',
    'Bestellt am': 'ordered',
    Geliefert: 'delivered',
    'Zahlbar bis': 'due',
    Menge: 'quantity',
    Einzelpreis: 'price',
    Rabatt: 'discount',
    Summe: 'total',
    Bezahlt: 'paid',
    Gebiet: 'region',
    Notiz: 'note',
    Anrede: 'title',
    Uhrzeit: 'time',
    Dauer: 'duration',
    Link: 'link',
    IBAN: 'account',
  }),
);

interface Reading {
  readonly encoding?: string;
  readonly locale?: string;
  readonly discount?: Schema;
}

async function read(file: string, { encoding, locale, discount = number }: Reading = {}): Promise<readonly unknown[]> {
  const inputs = await openInputs([file], { cwd, stdin: (async function* () {})(), encoding, nameOption: nameFlag });
  const whole = { ...schema, properties: { ...schema.properties, discount } } as Schema;
  const options = { schema: whole, timeZone: 'Europe/Berlin', map, locale, nameOption: nameFlag };
  return describe(
    openEntries(
      inputs.map(({ input }) => input),
      options,
    ),
  );
}

const documents = [
  {
    number: '00042',
    postcode: '01067',
    customer: 'Müller & Söhne',
    ordered: '2026-03-01',
    delivered: '2026-03-04T08:30:00+01:00',
    due: '2026-03-31',
    quantity: 3,
    price: 1234.5,
    discount: 0.025,
    total: 3610.9125,
    paid: true,
    region: 'Süd',
    note: 'Bitte "vorne"\nklingeln; danke',
    time: '08:30:00',
    duration: '26:15:00',
    link: 'siehe a2',
    account: 'DE02 1203 0000 0000 2020 51',
  },
  {
    // The region is a merged cell, which is the first row's.
    number: '00043',
    postcode: '80331',
    customer: 'Œuvre “Ğ”',
    ordered: '2026-12-31',
    due: '2027-01-30',
    quantity: 12,
    price: 0.1,
    discount: 0,
    total: 1.2,
    paid: false,
    title: 'Firma',
    time: '00:00:00',
    duration: '00:45:00',
    link: 'siehe a3',
  },
  {
    number: '00044',
    postcode: '04109',
    customer: ' Ärzte, GmbH ',
    ordered: '2024-02-29',
    delivered: '2024-02-29T23:59:59+01:00',
    due: '2024-03-30',
    quantity: 1000,
    price: -1_000_000,
    discount: 0.19,
    total: -810_000_000,
    paid: true,
    region: 'Nord',
    note: '=1+1',
    title: 'Firma',
    time: '23:59:00',
    duration: '100:00:00',
    link: 'siehe a4',
    account: '1234567890123456789',
  },
];

test('a workbook gives what its cells hold, texts as they show them; rows of formats alone are none', async () => {
  const minutes = (text: string) => text.replace(/:00$/, '');
  const shown = documents.map((one) => ({ ...one, time: minutes(one.time), duration: minutes(one.duration) }));
  expect(await read('orders.xlsx')).toEqual(shown);
});

test.each([
  ['utf-8.csv', {}, 'Œuvre “Ğ”'],
  ['utf-16.csv', {}, 'Œuvre “Ğ”'],
  // What the encoding does not have, the office program replaced.
  ['windows-1252.csv', { encoding: 'windows-1252' }, 'Œuvre “?”'],
])('%s gives the same; zeros of postcodes and the numbers of percentages are not in it', async (file, options, name) => {
  const [postcodes, discounts] = [
    ['1067', '80331', '4109'],
    ['2,5%', '0%', '19%'],
  ] as const;
  const expected = documents.map((one, i) => ({
    ...one,
    ...(i === 1 && { customer: name }),
    postcode: postcodes[i],
    discount: discounts[i],
  }));
  expect(await read(file, { ...options, locale: 'de-DE', discount: text })).toEqual(expected);
});

test('cells as they are shown are refused where they say more than a number or a day, with what to do', async () => {
  const percent = (shown: string) => `must be a number, got "${shown}"; write a percentage as a fraction, such as 0,19`;
  const amount = (shown: string) => `must be a number, got "${shown}"; write the amount without its currency`;
  const [first, second] = await read('as-shown.csv', { locale: 'de-DE' });
  expect(first).toEqual([
    `as-shown.csv:2 Einzelpreis: ${amount('1.234,50 €')}`,
    `as-shown.csv:2 Rabatt: ${percent('2,5 %')}`,
    `as-shown.csv:2 Summe: ${amount('3.610,91 €')}`,
  ]);
  expect(second).toContainEqual(expect.stringContaining('such as 31.03.2026 or 2026-03-31, got "Donnerstag, 31. Dezember 2026"'));
});

test('the encoding of a file that is no UTF-8 is asked for', async () => {
  await expect(read('windows-1252.csv', { locale: 'de-DE' })).rejects.toThrow(
    'if "Müller" is right there, add --encoding windows-1252',
  );
});

test('a workbook in XML is told of instead of taken for text', async () => {
  await expect(read('orders.fods')).rejects.toThrow('is XML or HTML, not a table; open it in a spreadsheet');
});

test('a row that somebody hid is left out and counted', async () => {
  const options = { cwd, stdin: (async function* () {})(), nameOption: nameFlag };
  const [opened] = await openInputs(['hidden.xlsx'], options);
  const table = opened!.input as Table;
  const names: unknown[] = [];
  for await (const row of table.rows()) names.push(row instanceof Error ? row : row.cells[1]);
  expect([names, table.hiddenRows?.()]).toEqual([['Ann', 'Cy'], 1]);
});
