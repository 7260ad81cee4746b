// What holds for every rule, and for every place that a rule names.
import { describe, expect, test } from 'vitest';
import { checkInvoice, type InvoiceBreach, ruleTables } from '../../../src/invoice/rules/check-invoice.ts';
import { type GroupId, groups, profileNames, type TermId, terms } from '../../../src/invoice/terms.ts';
import { modelOf, type PlainGroup } from '../good-invoices.ts';
import { brokenInvoices } from './broken-invoices.ts';

const rules = ruleTables.flatMap((table) => table.rules);

describe('the reference tells each rule', () => {
  test('by an id, whole sentences and a profile', () => {
    const isWhole = ({ id, demand, from }: (typeof rules)[number]) =>
      /^[A-Za-z]+(?:-[A-Za-z0-9]+)*$/.test(id) && /^[-A-Z<].+\.$/.test(demand) && profileNames.includes(from);
    expect(rules.filter((one) => !isWhole(one))).toEqual([]);
  });

  test('without a hole in its demand', () => {
    // What an empty part leaves behind: "is a code of .", "(): ", "is , or", "(BT-1)Name (BT-2)", two blanks.
    const hole = / [.,:]|: \.|\( ?\)|, ,|\)[A-Za-z]| {2}|undefined/;
    expect(rules.map(({ demand }) => demand).filter((demand) => hole.test(demand))).toEqual([]);
  });

  test('every id that a demand names is the id of a term or group', () => {
    const strange = rules.flatMap(({ demand }) => demand.match(/\bB[TG]-[\w-]+/g) ?? []).filter((id) => !isKnown(id));
    expect(strange).toEqual([]);
  });

  test('the lists of codes in demands are lists', () => {
    const demandOf = (id: string) => rules.find((one) => one.id === id)!.demand;
    expect(demandOf('BR-CL-03')).toMatch(/: Invoice total VAT amount \(BT-110\), .*\(BT-111\)\.$/);
    expect(demandOf('BR-CL-06')).toContain('(5, 29, 72)');
    for (const id of ['BR-CL-17', 'BR-CL-18']) expect(demandOf(id)).toMatch(/\((?:[A-Z]{1,2}, )+[A-Z]{1,2}\)/);
    expect(demandOf('BR-CL-24')).toMatch(/: (?:[a-z]+\/[\w.-]+, )+[a-z]+\/[\w.-]+\.$/);
    expect(demandOf('BR-DE-17')).toContain('one of: 326, 380, 381, 384, 389, 875, 876, 877.');
  });

  const taxed = ['BR-S', 'BR-AF', 'BR-AG'];
  const untaxed = ['BR-Z', 'BR-E', 'BR-AE', 'BR-IC', 'BR-G', 'BR-O'];
  test.each([...taxed, ...untaxed])('the demands of %s say what its category asks for', (family) => {
    const demandOf = (number: string) => rules.find(({ id }) => id === `${family}-${number}`)!.demand;
    const isTaxed = taxed.includes(family);
    expect(demandOf('01').includes('has one VAT breakdown')).toBe(!isTaxed);
    expect(demandOf('08').includes('this rate')).toBe(isTaxed);
    expect(demandOf('09').includes(' times the ')).toBe(isTaxed);
    expect(demandOf('09').endsWith(' is 0.')).toBe(!isTaxed);
    expect(demandOf('10').includes('has none of: ')).toBe(isTaxed || family === 'BR-Z');
  });
});

const isKnown = (id: string): boolean => terms.has(id as TermId) || groups.has(id as GroupId);

/** The group that a pointer of the model leads to, with its id, or undefined for the pointer of a term. */
function groupAt(invoice: PlainGroup, pointer: string): { id: string; group: PlainGroup } | undefined {
  const steps = pointer.split('/').slice(1);
  let id = '';
  let group = invoice;
  for (let i = 0; i + 1 < steps.length; i += 2) {
    id = steps[i]!;
    group = group[id as GroupId]![Number(steps[i + 1])]!;
  }
  return steps.length % 2 === 0 ? { id, group } : undefined;
}

/** The groups around a term or group, the outermost first. */
function groupsAround(id: string): readonly string[] {
  const { parent } = (terms.get(id as TermId) ?? groups.get(id as GroupId))!;
  return parent === undefined ? [] : [...groupsAround(parent), parent];
}

/** Whether the place of a breach is the term itself, or the innermost group that could hold it. */
function isPlaced(invoice: PlainGroup, { id, origin }: InvoiceBreach): boolean {
  const { pointer } = origin;
  const at = groupAt(invoice, pointer);
  if (at === undefined) return pointer.endsWith(`/${id}`);
  if (at.id === id) return true;
  const way = ['', ...groupsAround(id)];
  const depth = way.indexOf(at.id);
  const inside = [...way, id][depth + 1] as GroupId;
  const holdsText = terms.has(inside as TermId) && String(at.group[inside] ?? '').trim() !== '';
  return depth >= 0 && !holdsText && (groups.has(inside) ? (at.group[inside] ?? []).length === 0 || inside === id : true);
}

test.each(['EN 16931', 'EXTENDED', 'XRECHNUNG'] as const)(
  'each breach of a broken invoice tells its rule, its place and what was found, in %s',
  (profile) => {
    const wrong = brokenInvoices.flatMap(({ invoice }) =>
      checkInvoice(modelOf(invoice), profile).filter(
        (breach) =>
          !isKnown(breach.id) || /undefined|Found: ?\.|Found: instead|^ |""/.test(breach.message) || !isPlaced(invoice, breach),
      ),
    );
    expect(wrong).toEqual([]);
  },
);
