// An invoice as business terms: what a mapping and data give, what the rules check, and what the XML is written from.
import Big from 'big.js';
import type { GroupId, TermId } from './terms.ts';

/** Where a value comes from, for messages. */
export interface Origin {
  /** `data`: the data of the document. `template`: a text that the template writes itself. `computed`: a total that pdfgen added up. */
  readonly of: 'data' | 'template' | 'computed';
  /** JSON Pointer in the data, or in the template. Of a computed total: where the template maps its group. */
  readonly pointer: string;
  /** If the data gives the invoice as XML: the element in this XML. `path` is an XPath. */
  readonly xml?: { readonly line: number; readonly path: string };
}

/** The value of a business term. */
export interface Term {
  /** As the XML has it: numbers as exact decimals (`1211.00`), dates as `2026-04-17`, attachments in base64. Never empty. */
  readonly value: string;
  readonly scheme?: string;
  /** Version of the scheme. */
  readonly version?: string;
  readonly mime?: string;
  readonly filename?: string;
  /** Unit of measure. */
  readonly unit?: string;
  readonly reason?: string;
  readonly origin: Origin;
}

/** A business group, or the invoice itself. Only ids that have a value stand in it, under their own parent (see `terms.ts`). */
export interface Group {
  readonly terms: Readonly<Partial<Record<TermId, readonly Term[]>>>;
  readonly groups: Readonly<Partial<Record<GroupId, readonly Group[]>>>;
  /** Where the group comes from. */
  readonly origin: Origin;
  /** Where the values that the data lacks would come from: those of its terms and groups, and of the terms in groups that are missing. */
  readonly absent?: Readonly<Partial<Record<TermId | GroupId, Origin>>>;
}

/** The values of a term. */
export const termsOf = (group: Group, id: TermId): readonly Term[] => group.terms[id] ?? [];

/** The value of a term that a group has at most once. */
export const termOf = (group: Group | undefined, id: TermId): Term | undefined => group?.terms[id]?.[0];

/** The text of a term. */
export const textOf = (group: Group | undefined, id: TermId): string | undefined => termOf(group, id)?.value;

/** The exact number of an amount, price, quantity or percentage. */
export function amountOf(group: Group | undefined, id: TermId): Big | undefined {
  const text = textOf(group, id);
  return text === undefined ? undefined : new Big(text);
}

/** The place of a term or group: of its value, of the value that it lacks, or of the group around it. */
export const originIn = (group: Group, id: TermId | GroupId): Origin =>
  group.terms[id as TermId]?.[0]?.origin ?? group.absent?.[id] ?? group.origin;

/** The groups of an id. */
export const groupsOf = (group: Group | undefined, id: GroupId): readonly Group[] => group?.groups[id] ?? [];

/** The group of an id that stands at most once. */
export const groupOf = (group: Group | undefined, id: GroupId): Group | undefined => group?.groups[id]?.[0];

/** Whether the amount of a line counts in the totals: subtotals and information of EXTENDED do not (BT-X-8). */
export const isCounted = (line: Group): boolean => (textOf(line, 'BT-X-8')?.trim() ?? 'DETAIL') === 'DETAIL';

/** Rounded to whole cents; half a cent away from zero. */
export const toCents = (amount: Big): Big => amount.round(2, Big.roundHalfUp);

/** The sum of exact numbers. */
export const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, one) => total.plus(one), new Big(0));

/** The elements of a list by their key, in the order of the list. */
export function byKey<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const known = found.get(key);
    if (known) known.push(one);
    else found.set(key, [one]);
  }
  return found;
}

/** An invoice that the data gives as XML. */
export interface GivenXml {
  readonly xml: string;
  readonly origin: Origin;
  /** The effect of a broken rule. */
  readonly breaches: XmlBreaches;
}

/** The effect of a rule that given XML breaks: `refuse` the document, or `warn`. */
export const xmlBreaches = ['refuse', 'warn'] as const;
export type XmlBreaches = (typeof xmlBreaches)[number];

/** Something that makes an invoice invalid. */
export interface InvoiceFault {
  /** The broken rule, such as `BR-CO-10`. */
  readonly rule: string;
  readonly message: string;
  readonly origin: Origin;
}

/** A fault, or something doubtful. */
export interface InvoiceFinding extends InvoiceFault {
  readonly severity: 'error' | 'warning';
}
