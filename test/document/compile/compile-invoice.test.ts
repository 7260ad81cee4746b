import { describe, expect, test } from 'vitest';
import { bindInvoice } from '../../../src/document/head.ts';
import { makeInvoice } from '../../../src/invoice/make-invoice.ts';
import type { Group } from '../../../src/invoice/model.ts';
import { groupOf, groupsOf, termOf } from '../../../src/invoice/model.ts';
import { groups, terms } from '../../../src/invoice/terms.ts';
import { records } from '../../support/records.ts';
import { compile, defaultLimits, explain } from '../../support/render.ts';
import { date, listOf, number, objectOf, text } from '../../support/schemas.ts';

const line = objectOf({ name: text, net: number, rate: number, ids: listOf(text) }, 'name net');
const dataSchema = objectOf(
  { number: text, date, total: number, paid: { type: 'boolean' }, note: text, lines: listOf(line) },
  'number date total lines paid',
);

/** The smallest mapping of MINIMUM. */
const minimum = {
  profile: 'MINIMUM',
  'BT-1': '{{ number }}',
  'BT-2': '{{ date }}',
  'BT-3': '380',
  'BT-5': 'EUR',
  'BG-4': { 'BT-27': 'Seller', 'BG-5': { 'BT-40': 'DE' } },
  'BG-7': { 'BT-44': 'Buyer' },
};

const template = (invoice: unknown) => ({ pages: [{ body: ['a'] }], dataSchema, invoice });

const faultsOf = (invoice: unknown) => explain(template(invoice));

const lineData = records('name net', ['a', 0.5], ['b', 2]);
const data = { number: '17', date: '2026-04-17', total: 1211.1, paid: false, lines: lineData };

async function bind(more: Readonly<Record<string, unknown>>, given: unknown = data) {
  const { program, diagnostics } = await compile(template({ ...minimum, ...more }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const limits = { date: undefined, limits: defaultLimits, checkTime: () => {} };
  const bound = bindInvoice({ mapping: program!.invoice!, program: program!, data: given, ...limits });
  return { ...bound, invoice: bound.invoice as Group };
}

/** Value and place of the net amount of each line: `0.50 /lines/0/net`. */
const lines = (invoice: Group) =>
  groupsOf(invoice, 'BG-25').map((line) => {
    const { value, origin } = termOf(line, 'BT-131')!;
    return `${value} ${origin.of} ${origin.pointer}`;
  });

describe('a mapping is checked with its template', () => {
  test('a mapping without faults has none, and a missing value of an optional term is none', async () => {
    expect(await faultsOf({ ...minimum, 'BG-1': { 'BT-22': '{{ note }}' } })).toEqual([]);
  });
  test.each([
    [
      { 'BT-999': 'x' },
      'error unknown-property /invoice/BT-999 "BT-999" is not a business term of EN 16931; here are: BT-1, BT-2, BT-3, BT-5, ',
    ],
    [
      { 'BG-7': { 'BT-44': 'B', 'BT-999': 'x' } },
      'error unknown-property /invoice/BG-7/BT-999 "BT-999" is not a business term of EN 16931; here are: BT-44, BT-45, ',
    ],
    [{ 'BG-7': { 'BT-44': 'B', wen: 'paid' } }, 'did you mean "when"?'],
    [{ bt1: 'x' }, 'error unknown-property /invoice/bt1 "bt1" is not known here; did you mean "BT-1"?'],
    [{ 'Invoice numbr': 'x' }, 'did you mean "BT-1" (Invoice number)?'],
    [{ profil: 'MINIMUM' }, 'did you mean "profile"?'],
    [
      { profile: 'EN 16931', relationship: 'source' },
      'error wrong-value /invoice/relationship "source" is not a relationship; did you mean "Source"?',
    ],
    [
      { relationship: 'Supplement' },
      'error wrong-value /invoice/relationship "Supplement" is not a relationship; there are: Alternative, Source, Data',
    ],
    [{ relationship: 'Alternative' }, 'the XML of MINIMUM is "Data", because it has no lines: leave "relationship" out'],
    [
      { 'BT-X-340': 'x' },
      'error unknown-property /invoice/BT-X-340 "BT-X-340" is not known: pdfgen has no such term of EXTENDED',
    ],
    [{ 'bt x2': 'x' }, 'error unknown-property /invoice/bt x2 "bt x2" is not known here; did you mean "BT-X-2"?'],
    [
      { 'BG-DEX-01': {} },
      'error unknown-property /invoice/BG-DEX-01 "BG-DEX-01" is not known: pdfgen has no such term of the extension',
    ],
    [{ xml: '{{ note }}' }, 'error no-effect /invoice/BT-1 "xml" is the whole invoice'],
    [{ xml: 1 }, 'error wrong-type /invoice/xml must be text, such as "{{ ciiXml }}", got 1'],
    [{ xml: 'x', relation: 'Data' }, 'error no-effect /invoice/relation "relation" is not'],
    [{ profile: 'EN16931' }, 'error wrong-value /invoice/profile "EN16931" is not a profile; did you mean "EN 16931"?'],
    [
      { 'BG-7': { 'BT-44': 'B', 'BT-31': 'DE1' } },
      'error unknown-property /invoice/BG-7/BT-31 BT-31 (Seller VAT identifier) does not stand in BG-7 (Buyer); it stands in BG-4 (Seller)',
    ],
    [
      { 'BG-7': { 'BT-49': { value: 'a', scheme: 'EM' } } },
      'error missing-property /invoice/BG-7 BG-7 (Buyer) needs BT-44 (Buyer name)',
    ],
    [{ profile: 'BASIC' }, 'error missing-property /invoice "invoice" needs BG-25 (Invoice line)'],
    [
      { profile: 'XRECHNUNG' },
      'error missing-property /invoice "invoice" needs BT-10 (Buyer reference); XRECHNUNG demands it (BR-DE-15)',
    ],
    [{ 'BG-2': { 'BT-24': 'urn:x' } }, 'error no-effect /invoice/BG-2/BT-24'],
    [{ 'BT-1': '{{ nummer }}' }, 'error unknown-path /invoice/BT-1'],
    [
      { 'BG-22': { 'BT-112': "{{ total | money: 'EUR' }}" } },
      'error wrong-type /invoice/BG-22/BT-112 BT-112 (Invoice total amount with VAT) must be a number as the data has it, without a filter that writes it for people: write {{ total }}',
    ],
    [{ 'BG-22': { 'BT-112': '{{ total }} EUR' } }, 'write one binding, without text around it'],
    [{ 'BG-22': { 'BT-112': '{{ paid }}' } }, 'error wrong-type /invoice/BG-22/BT-112'],
    [{ 'BG-22': { 'BT-112': '1.211,00' } }, 'got "1.211,00"'],
    [{ 'BT-2': '2026-02-30' }, 'BT-2 (Invoice issue date) must be a date such as 2026-04-17, got "2026-02-30"'],
    [{ 'BT-3': 380 }, 'got 380: write "380"'],
    [
      { 'BG-4': { ...minimum['BG-4'], 'BT-34': 'a@b.example' } },
      'BT-34 (Seller electronic address) needs "scheme": write { "value": "a@b.example", "scheme": "…" }',
    ],
    [{ 'BT-1': ['1', '2'] }, 'BT-1 (Invoice number) stands once, so it cannot be a list'],
    [{ 'BG-7': { each: 'lines', 'BT-44': 'B' } }, 'BG-7 (Buyer) stands once, so it has no "each"'],
    [{ 'BG-25': { each: 'total' } }, 'error wrong-type /invoice/BG-25/each'],
    [{ 'BT-1': '{{ page.number }}' }, 'error page-number /invoice/BT-1'],
    [{ 'BT-18': { value: 'x', schema: 'AAA' } }, 'error unknown-property /invoice/BT-18/schema'],
  ])('%j: %s', async (more, fault) => {
    expect((await faultsOf({ ...minimum, ...more })).join('\n')).toContain(fault);
  });
  test('a term or group in a wrong place is told its place, and in another spelling its number', async () => {
    const all = [...terms.values(), ...groups.values()];
    const spellings = (id: string) => [
      id.toLowerCase(),
      ...['', ' '].map((by) => id.replaceAll('-', by)),
      id.replace(/\d+$/, '0$&'),
    ];
    // The list of diagnostics has an end.
    for (let i = 0; i < all.length; i += 5) {
      const some = all.slice(i, i + 5);
      const here = some
        .filter(({ parent }) => parent === undefined)
        .flatMap(({ id }) => spellings(id).map((one) => [one, id] as const));
      const elsewhere = some
        .filter(({ parent }) => parent !== undefined)
        .flatMap(({ id }) => [id, ...spellings(id)].map((one) => [one, id]));
      const wrong = Object.fromEntries([...here, ...elsewhere].map(([one]) => [one, 'x']));
      const faults = await faultsOf({ ...minimum, ...wrong });
      for (const [one, id] of here)
        expect(faults).toContain(`error unknown-property /invoice/${one} "${one}" is not known here; did you mean "${id}"?`);
      for (const [one, id] of elsewhere) {
        const { name, parent } = terms.get(id!) ?? groups.get(id!)!;
        const place = `it stands in ${parent} (${groups.get(parent!)!.name})`;
        expect(faults).toContain(
          `error unknown-property /invoice/${one} ${id} (${name}) does not stand directly in "invoice"; ${place}`,
        );
      }
      const hereToo = Object.fromEntries(here.map(([one]) => [one, 'x']));
      const inside = await faultsOf({ ...minimum, 'BG-7': { 'BT-44': 'B', ...hereToo } });
      for (const [one, id] of here)
        expect(inside.join('\n')).toContain(
          `/invoice/BG-7/${one} ${id} (${(terms.get(id) ?? groups.get(id)!).name}) does not stand in BG-7 (Buyer); it stands directly in "invoice"`,
        );
    }
  });
  test.each<[string, string, string | undefined]>([
    ['BT-112', '{{ totl }} EUR', 'error unknown-path'],
    ['BT-112', '{{ paid }}', 'without a filter that writes it for people, but this is a boolean'],
    ['BT-112', '{{ number }}', undefined],
    ['BT-2', '{{ total }}', 'must be a date such as 2026-04-17, but this is a number'],
    ['BT-2', '{{ date }}', undefined],
    ['BT-2', '{{ doc.date }}', 'must be a date such as 2026-04-17: write {{ doc.date | day }}'],
  ])('%s of %s has one fault or none: %s', async (id, source, fault) => {
    const faults = await faultsOf({ ...minimum, ...(id === 'BT-2' ? { [id]: source } : { 'BG-22': { [id]: source } }) });
    expect(faults).toEqual(fault === undefined ? [] : [expect.stringContaining(fault)]);
  });
  test('a term with two qualifiers names both', async () => {
    const faults = await faultsOf({ ...minimum, profile: 'EN 16931', 'BG-24': { 'BT-122': 'a', 'BT-125': 'aGk=' } });
    expect(faults.join('\n')).toContain('needs "mime" and "filename": write { "value": "aGk=", "mime": "…", "filename": "…" }');
  });
  test('a mapping that is no object', async () => {
    expect(await faultsOf('EN 16931')).toEqual([expect.stringContaining('error wrong-type /invoice')]);
  });
});

describe('a mapping gives terms with their places in the data', () => {
  test('groups nest and repeat, numbers are exact decimals', async () => {
    const { invoice, faults } = await bind({ 'BG-25': { each: 'lines', as: 'l', ...rest, 'BT-131': '{{ l.net }}' } });
    expect(faults).toEqual([]);
    expect(termOf(invoice, 'BT-1')).toEqual({ value: '17', origin: { of: 'data', pointer: '/number' } });
    expect(termOf(invoice, 'BT-3')).toEqual({ value: '380', origin: { of: 'template', pointer: '/invoice/BT-3' } });
    expect(lines(invoice)).toEqual(['0.50 data /lines/0/net', '2.00 data /lines/1/net']);
  });
  test('a calculation has the place of its first value, and numbers in text are written plainly', async () => {
    const { invoice } = await bind({
      'BT-20': 'Pay {{ total }}',
      'BG-25': { each: 'lines', as: 'l', ...rest, 'BT-131': '{{ (l.net * 1000000) | round: 2 }}' },
    });
    expect(lines(invoice)[1]).toBe('2000000.00 data /lines/1/net');
    expect(termOf(invoice, 'BT-20')?.value).toBe('Pay 1211.1');
  });
  test('a choice has the place of its first value, a list that is computed has none', async () => {
    const { invoice } = await bind({
      'BT-10': '{{ paid ? number : date }}',
      'BG-25': { each: "lines | sort: 'net'", as: 'l', ...rest, 'BT-131': '{{ l.net }}' },
    });
    expect(termOf(invoice, 'BT-10')?.origin).toEqual({ of: 'data', pointer: '/number' });
    expect(lines(invoice)).toEqual(['0.50', '2.00'].map((value) => `${value} template /invoice/BG-25/BT-131`));
  });
  test('XML is the invoice as it is', async () => {
    const { program } = await compile(template({ xml: '{{ note }}', relationship: 'Data' }));
    const { profile, relationship } = program!.invoice!;
    expect([profile, relationship]).toEqual([undefined, 'Data']);
    const more = { date: undefined, limits: defaultLimits, checkTime: () => {} };
    const { invoice } = bindInvoice({ mapping: program!.invoice!, program: program!, data: { note: '<a/>' }, ...more });
    expect(invoice).toEqual({ xml: '<a/>', origin: { of: 'data', pointer: '/note' }, breaches: 'refuse' });
  });
  test('a term that is the date of the document makes the template use this date', async () => {
    const usesDate = async (date: string) => (await compile(template({ ...minimum, 'BT-2': date }))).program?.usesDate;
    expect([await usesDate('{{ doc.date | day }}'), await usesDate('{{ date }}')]).toEqual([true, false]);
  });
  test('payment terms keep their last line break, other texts do not', async () => {
    const { invoice } = await bind({ 'BT-20': ' #SKONTO#TAGE=14#PROZENT=2.00#\n', 'BT-10': 'ref\n' });
    expect(termOf(invoice, 'BT-20')?.value).toBe('#SKONTO#TAGE=14#PROZENT=2.00#\n');
    expect(termOf(invoice, 'BT-10')?.value).toBe('ref');
    const given = await bind({ 'BT-20': '{{ note }}' }, { ...data, note: '#SKONTO#TAGE=14#PROZENT=2.00#\r\n  ' });
    expect(termOf(given.invoice, 'BT-20')?.value).toBe('#SKONTO#TAGE=14#PROZENT=2.00#\n');
    expect(termOf((await bind({ 'BT-20': ' \n' })).invoice, 'BT-20')).toBeUndefined();
  });
  test('what is missing, empty or ruled out by "when" is left out, with its group', async () => {
    const { invoice } = await bind({
      'BG-1': [{ 'BT-22': '{{ note }}' }, { when: 'paid', 'BT-22': 'Paid' }, { 'BT-22': ' ' }],
      'BT-10': { when: 'not paid', value: 'open' },
    });
    expect(invoice.groups['BG-1']).toBeUndefined();
    expect(termOf(invoice, 'BT-10')?.value).toBe('open');
  });
  test('a repeated term is a list, or one form for each element', async () => {
    const seller = { ...minimum['BG-4'], 'BT-29': ['a', { each: 'lines', as: 'l', value: '{{ l.name }}', scheme: '0088' }] };
    const { invoice } = await bind({ 'BG-4': seller });
    const ids = groupOf(invoice, 'BG-4')?.terms['BT-29'];
    expect(ids?.map(({ value, scheme = '', origin }) => `${value} ${scheme} ${origin.pointer}`)).toEqual([
      'a  /invoice/BG-4/BT-29/0',
      'a 0088 /lines/0/name',
      'b 0088 /lines/1/name',
    ]);
  });
  test('data that is no number or date is a fault at its place', async () => {
    const { faults } = await bind({}, { ...data, date: '17.04.2026' });
    const message = 'BT-2 (Invoice issue date) must be a date such as 2026-04-17, got "17.04.2026"';
    expect(faults).toEqual([{ rule: 'wrong-type', message, origin: { of: 'data', pointer: '/date' } }]);
  });
  test('a calculation without a result is a fault, not a missing term', async () => {
    const { faults } = await bind({ 'BG-22': { 'BT-112': '{{ total / (total - total) }}' } });
    expect(faults).toEqual([expect.objectContaining({ rule: 'no-value' })]);
  });
});

const rest = {
  'BT-126': '{{ loop.index }}',
  'BT-129': '1',
  'BT-130': 'C62',
  'BG-29': { 'BT-146': '1' },
  'BG-30': { 'BT-151': 'S' },
  'BG-31': { 'BT-153': '{{ l.name }}' },
};

test.each([
  ['for each line, in the data', { each: 'lines', as: 'x', 'BT-118': 'S', 'BT-119': '19' }, { of: 'data', pointer: '/lines/1' }],
  [
    'twice, in the template',
    [
      { 'BT-118': 'S', 'BT-119': '19' },
      { 'BT-118': 'S', 'BT-119': '19.00' },
    ],
    { of: 'template', pointer: '/invoice/BG-23/1' },
  ],
])('a VAT breakdown that is mapped %s, is named at its second entry', async (_, breakdown, origin) => {
  const { invoice } = await bind({ 'BG-23': breakdown });
  expect(makeInvoice(invoice, 'MINIMUM').breaches).toMatchObject([{ rule: 'repeated-vat', origin }]);
});
