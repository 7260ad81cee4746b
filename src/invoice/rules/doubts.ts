// Values that keep all rules and are probably mistakes. EN 16931 has no such rules, so these rules have names of our own.
import { type Group, groupOf, groupsOf, textOf } from '../model.ts';
import { countedLines, taxedSources } from '../taxed-sources.ts';
import { baseQuantity, baseUnit, findWrongAmounts, lineAmount } from './peppol.ts';
import { type InvoiceRule, isPresent, nameOf, placeOf, warning } from './rule.ts';

/** Codes of VATEX that belong to one VAT category. */
const categoryOfReason: ReadonlyMap<string, string> = new Map([
  ['VATEX-EU-AE', 'AE'],
  ['VATEX-EU-D', 'E'],
  ['VATEX-EU-F', 'E'],
  ['VATEX-EU-G', 'G'],
  ['VATEX-EU-I', 'E'],
  ['VATEX-EU-IC', 'K'],
  ['VATEX-EU-J', 'E'],
  ['VATEX-EU-O', 'O'],
]);

/** The groups with the VAT of an invoice, and their terms for the category and the code of its reason. */
const reasonedVat = (invoice: Group) => [
  ...groupsOf(invoice, 'BG-23').map((vat) => ({ vat, category: 'BT-118', code: 'BT-121' }) as const),
  ...taxedSources.flatMap(({ groups, vat, category, code }) =>
    groups(invoice).map((group) => ({ vat: vat(group), category, code })),
  ),
];

/** Whether the amount of a line can be computed. Other rules report what is missing. */
function isPriced(line: Group): boolean {
  const price = groupOf(line, 'BG-29');
  return isPresent(line, 'BT-129') && isPresent(line, 'BT-131') && price !== undefined && isPresent(price, 'BT-146');
}

export const doubts: readonly InvoiceRule[] = [
  warning({
    id: 'doubt-rate',
    demand: `A ${nameOf('BT-119')} is a percentage: write 19 for 19 %. Rates between 0 and 1 are rare.`,
    from: 'BASIC WL',
    check: (invoice) =>
      groupsOf(invoice, 'BG-23').flatMap((tax) => {
        const rate = Number(textOf(tax, 'BT-119') ?? 0);
        return rate > 0 && rate < 1 ? [placeOf(tax, 'BT-119', `${rate} %`)] : [];
      }),
  }),
  warning({
    id: 'doubt-reason',
    demand: `A VAT exemption reason code fits its VAT category: ${[...categoryOfReason].map(([code, category]) => `${code} is for ${category}`).join(', ')}.`,
    from: 'BASIC WL',
    check: (invoice) =>
      reasonedVat(invoice).flatMap(({ vat, category, code }) => {
        const reason = textOf(vat, code);
        const wanted = categoryOfReason.get(reason ?? '');
        const found = textOf(vat, category);
        return vat === undefined || wanted === undefined || found === undefined || found === wanted
          ? []
          : [placeOf(vat, code, `${reason} with ${found}`)];
      }),
  }),
];

/** Doubts about lines. In XRechnung they are rules. */
export const lineDoubts: readonly InvoiceRule[] = [
  {
    ...{ ...lineAmount, id: 'doubt-line-amount' },
    check: (invoice: Group) => findWrongAmounts(countedLines(invoice).filter(isPriced), invoice),
  },
  { ...baseQuantity, id: 'doubt-base-quantity' },
  { ...baseUnit, id: 'doubt-base-unit' },
].map((doubt) => ({ ...doubt, from: 'BASIC', severity: 'warning' }));
