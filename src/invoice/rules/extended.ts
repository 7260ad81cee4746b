// The rules of the profile EXTENDED, Factur-X 1.09.2: totals may differ by a cent for each amount in them, and only some lines count.
import Big from 'big.js';
import { codeList, exemptionReasons, identifierSchemes, units, vatCategories } from '../codes/code-lists.ts';
import { countries } from '../codes/countries.ts';
import { extendedGroups, extendedTerms } from '../extended-terms.ts';
import { amountOf, byKey, type Group, groupOf, groupsOf, sum, termsOf, textOf, toCents } from '../model.ts';
import { countedLines, normal, type TaxedSource, taxedSources } from '../taxed-sources.ts';
import type { GroupId, TermId } from '../terms.ts';
import { amountOrZero, totalOf, wrongAmount, zero } from './arithmetic.ts';
import { schemes, values } from './codes.ts';
import { needed } from './presence.ts';
import { allGroups, groupsWith, type InvoiceRule, isPresent, nameOf, placeOf, rule, type TermPlace } from './rule.ts';
import { breakdownsOf, type Category, categories, nameOfCategory } from './vat-categories.ts';

const family = (name: string, ...numbers: readonly string[]): readonly string[] => numbers.map((number) => `${name}-${number}`);

/** Rules of EN 16931 that EXTENDED drops, or has in a form of its own. */
export const replacedRules: ReadonlySet<string> = new Set([
  ...family('BR', '22', '23', '24', '26', '27', '28', '38', '44', '54'),
  ...family('BR-CO', '04', '06', '08', '10', '11', '12', '13', '15', '16', '17', '22', '24'),
  ...categories.flatMap(({ family: name }) => family(name, '01', '08')),
  ...['BR-S-09', 'BR-S-10', 'BR-Z-10', 'BR-AF-10', 'BR-AG-10'],
  ...family('BR-O', '02', '03', '04', '11', '12', '13', '14'),
]);

const linesOf = (invoice: Group): readonly Group[] => groupsOf(invoice, 'BG-25');

/** A cent for each amount in a sum. */
const cents = (count: number): Big => new Big(count).div(100);

const differs = (found: Big | undefined, expected: Big, slack: Big): boolean =>
  found === undefined || found.minus(expected).abs().gt(slack);

/** A term or group that each line has whose amount counts. */
const inCountedLines = (id: string, groupId: GroupId | undefined, term: TermId): InvoiceRule =>
  rule({
    id,
    demand: `Each ${nameOf('BG-25')} of the subtype DETAIL, or without ${nameOf('BT-X-8')}, has: ${nameOf(term)}.`,
    from: 'EXTENDED',
    check: (invoice) =>
      countedLines(invoice).flatMap((line): TermPlace[] => {
        const group = groupId === undefined ? line : groupOf(line, groupId);
        return group !== undefined && isPresent(group, term) ? [] : [placeOf(group ?? line, term)];
      }),
  });

/** A rule for groups in which one of two terms stands. */
const oneOfTwo = (id: string, groupId: GroupId, first: TermId, second: TermId): InvoiceRule =>
  rule({
    id,
    demand: `Each ${nameOf(groupId)} has a ${nameOf(first)} or a ${nameOf(second)}.`,
    from: 'EXTENDED',
    check: (invoice) =>
      allGroups(invoice, groupId)
        .filter((group) => !isPresent(group, first) && !isPresent(group, second))
        .map((group) => placeOf(group, first)),
  });

/** A rule for a term that may stand only beside another term. */
const beside = (id: TermId, other: TermId): InvoiceRule =>
  rule({
    id: `needed-${other}`,
    demand: `A ${nameOf(id)} has a ${nameOf(other)} beside it.`,
    from: 'EXTENDED',
    check: (invoice) =>
      groupsWith(invoice, id)
        .filter((group) => isPresent(group, id) && !isPresent(group, other))
        .map((group) => placeOf(group, other)),
  });

interface Total {
  readonly id: string;
  readonly term: TermId;
  readonly what: string;
  /** The sum, and how many amounts are in it. Undefined: there is nothing to add up. */
  readonly add: (invoice: Group, totals: Group) => { readonly sum: Big; readonly count: number } | undefined;
}

const total = ({ id, term, what, add }: Total): InvoiceRule =>
  rule({
    id,
    demand: `The ${nameOf(term)} is ${what}, or differs by at most 0.01 for each amount in it.`,
    from: 'EXTENDED',
    check: (invoice) => {
      const totals = groupOf(invoice, 'BG-22');
      const added = totals && add(invoice, totals);
      if (totals === undefined || added === undefined) return [];
      return differs(amountOf(totals, term), added.sum, cents(added.count)) ? [wrongAmount(totals, term, added.sum)] : [];
    },
  });

/** Whether there is nothing to add up, and no total. */
const isLeftOut = (count: number, totals: Group, term: TermId): boolean => count === 0 && !isPresent(totals, term);

const chargesOf = (invoice: Group) => {
  const charges = groupsOf(invoice, 'BG-21');
  const services = groupsOf(invoice, 'BG-X-42');
  return {
    sum: totalOf(charges, 'BT-99').plus(totalOf(services, 'BT-X-272')),
    count: charges.length + services.length,
  };
};

const amountsOf = (invoice: Group): number =>
  countedLines(invoice).length + groupsOf(invoice, 'BG-20').length + chargesOf(invoice).count;

const totalRules: readonly InvoiceRule[] = [
  total({
    ...{ id: 'BR-FXEXT-CO-10', term: 'BT-106', what: `the sum of each ${nameOf('BT-131')} that counts` },
    add: (invoice) => ({ sum: totalOf(countedLines(invoice), 'BT-131'), count: linesOf(invoice).length }),
  }),
  total({
    ...{ id: 'BR-FXEXT-CO-11', term: 'BT-107', what: `the sum of each ${nameOf('BT-92')}` },
    add: (invoice, totals) => {
      const allowances = groupsOf(invoice, 'BG-20');
      if (isLeftOut(allowances.length, totals, 'BT-107')) return undefined;
      return { sum: totalOf(allowances, 'BT-92'), count: allowances.length };
    },
  }),
  total({
    ...{ id: 'BR-FXEXT-CO-12', term: 'BT-108', what: `the sum of each ${nameOf('BT-99')} and ${nameOf('BT-X-272')}` },
    add: (invoice, totals) => {
      const charges = chargesOf(invoice);
      return isLeftOut(charges.count, totals, 'BT-108') ? undefined : charges;
    },
  }),
  total({
    ...{ id: 'BR-FXEXT-CO-13', term: 'BT-109' },
    what: 'the sum of the lines that count, less the allowances, plus the charges of the document',
    add: (invoice) => ({
      sum: totalOf(countedLines(invoice), 'BT-131')
        .minus(totalOf(groupsOf(invoice, 'BG-20'), 'BT-92'))
        .plus(chargesOf(invoice).sum),
      count: amountsOf(invoice),
    }),
  }),
  total({
    ...{ id: 'BR-FXEXT-CO-15', term: 'BT-112', what: `the ${nameOf('BT-109')} plus the ${nameOf('BT-110')}` },
    add: (invoice, totals) => ({
      sum: amountOrZero(totals, 'BT-109').plus(amountOrZero(totals, 'BT-110')),
      count: isPresent(totals, 'BT-110') ? amountsOf(invoice) : 0,
    }),
  }),
  rule({
    id: 'BR-FXEXT-CO-16',
    demand: `The ${nameOf('BT-115')} is the ${nameOf('BT-112')}, less the ${nameOf('BT-113')}, plus the ${nameOf('BT-114')} and each ${nameOf('BT-179')}.`,
    from: 'EXTENDED',
    check: (invoice) => {
      const totals = groupOf(invoice, 'BG-22');
      if (totals === undefined) return [];
      const expected = amountOrZero(totals, 'BT-112')
        .minus(amountOrZero(totals, 'BT-113'))
        .plus(amountOrZero(totals, 'BT-114'))
        .plus(sum(termsOf(invoice, 'BT-179').map(({ value }) => new Big(value))));
      return differs(amountOf(totals, 'BT-115'), expected, zero) ? [wrongAmount(totals, 'BT-115', expected)] : [];
    },
  }),
];

interface WantedCategory {
  readonly category: string;
  /** Undefined: any. */
  readonly rate?: Big | undefined;
  /** A breakdown whose reasons the entries share. Undefined: any reasons. */
  readonly reasonsOf?: Group | undefined;
}

/** The entries of a source that are taxed alike. */
const taxedAlike = (invoice: Group, source: TaxedSource, { category, rate, reasonsOf }: WantedCategory): readonly Group[] =>
  source.groups(invoice).filter((group) => {
    const vat = source.vat(group);
    if (textOf(vat, source.category) !== category) return false;
    if (rate !== undefined && !amountOf(vat, source.rate)?.eq(rate)) return false;
    if (reasonsOf === undefined) return true;
    const isSame = (own: TermId, other: TermId) => normal(textOf(vat, own)) === normal(textOf(reasonsOf, other));
    return isSame(source.text, 'BT-120') && isSame(source.code, 'BT-121');
  });

function baseOf(invoice: Group, wanted: WantedCategory): { readonly sum: Big; readonly count: number } {
  const entries = taxedSources.map((source) => ({ source, groups: taxedAlike(invoice, source, wanted) }));
  return {
    sum: entries.reduce((all, { source, groups }) => all.plus(totalOf(groups, source.amount).times(source.sign)), zero),
    count: entries.reduce((all, { groups }) => all + groups.length, 0),
  };
}

/** The breakdown has the categories that are used (01), and adds them up (08). */
const familyRules = categories.flatMap((category): readonly InvoiceRule[] => {
  const { code, family: name } = category;
  return [
    rule({
      id: `${name.replace('BR-', 'BR-FXEXT-')}-01`,
      demand: `An invoice has a ${nameOf('BG-23')} of ${nameOfCategory(category)} exactly if a line, an allowance or a charge is of this category.`,
      from: 'EXTENDED',
      check: (invoice) => {
        const [breakdown] = breakdownsOf(invoice, code);
        const [used] = taxedSources.flatMap((source) => {
          // The official check counts subtotals here too.
          const groups = source.amount === 'BT-131' ? linesOf(invoice) : source.groups(invoice);
          return groups
            .filter((group) => textOf(source.vat(group), source.category) === code)
            .map((group) => ({ source, group }));
        });
        if (used !== undefined && breakdown === undefined)
          return [placeOf(used.source.vat(used.group) ?? used.group, used.source.category)];
        return used === undefined && breakdown !== undefined
          ? [placeOf(breakdown, 'BT-118', 'a category that nothing uses')]
          : [];
      },
    }),
    rule({
      id: name === 'BR-S' ? 'BR-FXEXT-S08b' : `${name.replace('BR-', 'BR-FXEXT-')}-08b`,
      demand: `The ${nameOf('BT-116')} of ${nameOfCategory(category)} is the sum of the lines that count and of the charges of this category${hasRates(category) ? ' and this rate' : ''}, less its allowances, or differs by at most 0.01 for each amount in the sum. The sum has all of these amounts, or the amounts with the same exemption reason.`,
      from: 'EXTENDED',
      check: (invoice) =>
        breakdownsOf(invoice, code).flatMap((breakdown): readonly TermPlace[] => {
          const rate = hasRates(category) ? amountOf(breakdown, 'BT-119') : undefined;
          if (hasRates(category) && rate === undefined) return [];
          const found = amountOf(breakdown, 'BT-116');
          const all = baseOf(invoice, { category: code, rate });
          const sameReason = baseOf(invoice, { category: code, rate, reasonsOf: breakdown });
          const isWrong = [all, sameReason].every(({ sum: expected, count }) => differs(found, expected, cents(count)));
          return isWrong ? [wrongAmount(breakdown, 'BT-116', all.sum)] : [];
        }),
    }),
  ];
});

function hasRates({ entries }: Category): boolean {
  return entries === 'each rate';
}

const standardTax = rule({
  id: 'BR-FXEXT-S-09b',
  demand: `The ${nameOf('BT-117')} of category S (standard rate) is the ${nameOf('BT-116')} times the ${nameOf('BT-119')}, or differs by at most 0.01 for each amount in it.`,
  from: 'EXTENDED',
  check: (invoice) =>
    breakdownsOf(invoice, 'S').flatMap((breakdown) => {
      const rate = amountOf(breakdown, 'BT-119');
      const base = amountOrZero(breakdown, 'BT-116');
      if (rate === undefined) return [];
      const expected = toCents(base.times(rate).div(100));
      const { count } = baseOf(invoice, { category: 'S', rate });
      return differs(amountOf(breakdown, 'BT-117'), expected, cents(count)) ? [wrongAmount(breakdown, 'BT-117', expected)] : [];
    }),
});

const subtypes = codeList('DETAIL GROUP INFORMATION');
const idOf = (line: Group): string => normal(textOf(line, 'BT-126'));
const parentOf = (line: Group): string => normal(textOf(line, 'BT-X-304'));
const isSubtotal = (line: Group): boolean => normal(textOf(line, 'BT-X-8')) === 'GROUP';

const lineRules: readonly InvoiceRule[] = [
  values('BR-FXEXT-subtype', `the subtypes ${[...subtypes].join(', ')}`, subtypes, 'BT-X-8'),
  rule({
    id: 'BR-FXEXT-06',
    demand: `A line with a ${nameOf('BT-X-304')} has a ${nameOf('BT-X-8')}.`,
    from: 'EXTENDED',
    check: (invoice) =>
      linesOf(invoice)
        .filter((line) => isPresent(line, 'BT-X-304') && !isPresent(line, 'BT-X-8'))
        .map((line) => placeOf(line, 'BT-X-8')),
  }),
  rule({
    id: 'BR-FXEXT-08',
    demand: `The ${nameOf('BT-131')} of a subtotal (GROUP) is the sum of its lines of the subtypes DETAIL and GROUP.`,
    from: 'EXTENDED',
    check: (invoice) => {
      const byParent = byKey(linesOf(invoice), parentOf);
      return linesOf(invoice)
        .filter((line) => isSubtotal(line) && isPresent(line, 'BT-131'))
        .flatMap((line) => {
          const inside = (byParent.get(idOf(line)) ?? []).filter((one) =>
            ['DETAIL', 'GROUP'].includes(normal(textOf(one, 'BT-X-8'))),
          );
          const expected = totalOf(inside, 'BT-131');
          return differs(amountOf(line, 'BT-131'), expected, zero) ? [wrongAmount(line, 'BT-131', expected)] : [];
        });
    },
  }),
  rule({
    id: 'BR-FXEXT-11',
    demand: `Each ${nameOf('BT-X-304')} is the ${nameOf('BT-126')} of a line.`,
    from: 'EXTENDED',
    check: (invoice) => {
      const ids = new Set(linesOf(invoice).map(idOf));
      return linesOf(invoice)
        .filter((line) => parentOf(line) !== '' && !ids.has(parentOf(line)))
        .map((line) => placeOf(line, 'BT-X-304', `"${parentOf(line)}"`));
    },
  }),
  rule({
    id: 'BR-FXEXT-12',
    demand: `A subtotal (GROUP) inside of a subtotal with an ${nameOf('BT-131')} has one too.`,
    from: 'EXTENDED',
    check: (invoice) => {
      const summed = new Set(
        linesOf(invoice)
          .filter((line) => isSubtotal(line) && isPresent(line, 'BT-131'))
          .map(idOf),
      );
      return linesOf(invoice)
        .filter((line) => isSubtotal(line) && summed.has(parentOf(line)) && !isPresent(line, 'BT-131'))
        .map((line) => placeOf(line, 'BT-131'));
    },
  }),
  inCountedLines('BR-FXEXT-BR-22', undefined, 'BT-129'),
  inCountedLines('BR-FXEXT-BR-23', undefined, 'BT-130'),
  inCountedLines('BR-FXEXT-BR-24', undefined, 'BT-131'),
  inCountedLines('BR-FXEXT-BR-26', 'BG-29', 'BT-146'),
  inCountedLines('BR-FXEXT-CO-04', 'BG-30', 'BT-151'),
];

export const extendedRules: readonly InvoiceRule[] = [
  ...lineRules,
  ...totalRules,
  ...familyRules,
  standardTax,
  rule({
    id: 'BR-FXEXT-01',
    demand: `A note with a ${nameOf('BT-21')} has a ${nameOf('BT-22')} or a ${nameOf('BT-X-5')}.`,
    from: 'EXTENDED',
    check: (invoice) =>
      groupsOf(invoice, 'BG-1')
        .filter((note) => isPresent(note, 'BT-21') && !isPresent(note, 'BT-22') && !isPresent(note, 'BT-X-5'))
        .map((note) => placeOf(note, 'BT-22')),
  }),
  oneOfTwo('BR-FXEXT-BR-38', 'BG-21', 'BT-104', 'BT-105'),
  oneOfTwo('BR-FXEXT-BR-44', 'BG-28', 'BT-144', 'BT-145'),
  oneOfTwo('BR-FXEXT-BR-54-1', 'BG-32', 'BT-160', 'BT-X-11'),
  rule({
    id: 'BR-FXEXT-BR-54-2',
    demand: `Each ${nameOf('BG-32')} has a ${nameOf('BT-161')} or a ${nameOf('BT-X-12')}, never both.`,
    from: 'EXTENDED',
    check: (invoice) =>
      allGroups(invoice, 'BG-32')
        .filter((attribute) => isPresent(attribute, 'BT-161') === isPresent(attribute, 'BT-X-12'))
        .map((attribute) => placeOf(attribute, 'BT-161')),
  }),
  // EN 16931 withdrew this rule with the edition 1.3.16; Factur-X 1.09.2 keeps it in this profile.
  rule({
    id: 'BR-CO-25',
    demand: `An invoice with an ${nameOf('BT-115')} above 0 has a ${nameOf('BT-9')} or ${nameOf('BT-20')}.`,
    from: 'EN 16931',
    check: (invoice) =>
      amountOf(groupOf(invoice, 'BG-22'), 'BT-115')?.gt(zero) && !isPresent(invoice, 'BT-9') && !isPresent(invoice, 'BT-20')
        ? [placeOf(invoice, 'BT-9')]
        : [],
  }),
  ...[...extendedGroups, ...extendedTerms]
    .filter(([, , , cardinality]) => cardinality.startsWith('1'))
    .map(([id]) => needed(`needed-${id}`, id)),
  beside('BT-X-147', 'BT-13'),
  beside('BT-X-203', 'BT-X-202'),
  schemes('BR-CL-10', 'ISO/IEC 6523', identifierSchemes, 'BT-X-162', 'BT-X-205', 'BT-X-224', 'BT-X-478'),
  schemes('BR-CL-11', 'ISO/IEC 6523', identifierSchemes, 'BT-X-165', 'BT-X-208', 'BT-X-227', 'BT-X-480'),
  values('BR-CL-14', 'ISO 3166-1', countries, 'BT-X-177', 'BT-X-220', 'BT-X-239', 'BT-X-495'),
  values('BR-CL-17', `UNTDID 5305 (${[...vatCategories].join(', ')})`, vatCategories, 'BT-X-273', 'BT-X-296'),
  values('BR-CL-22', 'VATEX', exemptionReasons, 'BT-174', 'BT-176', 'BT-X-97', 'BT-X-297', 'BT-X-592'),
  values('BR-CL-23', 'UN/ECE Recommendation 20 or 21', units, 'BT-X-284'),
];
