// The taxed parts of an invoice: the groups whose amounts make the VAT breakdown, and the terms of their VAT.
import { type Group, groupOf, groupsOf, isCounted } from './model.ts';
import type { TermId } from './terms.ts';

export const countedLines = (invoice: Group): readonly Group[] => groupsOf(invoice, 'BG-25').filter(isCounted);

export interface TaxedSource {
  readonly groups: (invoice: Group) => readonly Group[];
  /** The group of the VAT in it. */
  readonly vat: (group: Group) => Group | undefined;
  readonly amount: TermId;
  readonly sign: 1 | -1;
  readonly category: TermId;
  readonly rate: TermId;
  /** The exemption reason in words, and its code. */
  readonly text: TermId;
  readonly code: TermId;
}

const itself = (group: Group): Group => group;

/** The taxed parts: the lines that count, and the allowances and charges of the document. */
export const taxedSources: readonly TaxedSource[] = [
  {
    ...{ groups: countedLines, vat: (line) => groupOf(line, 'BG-30'), amount: 'BT-131', sign: 1 },
    ...{ category: 'BT-151', rate: 'BT-152', text: 'BT-X-96', code: 'BT-X-97' },
  },
  {
    ...{ groups: (invoice) => groupsOf(invoice, 'BG-20'), vat: itself, amount: 'BT-92', sign: -1 },
    ...{ category: 'BT-95', rate: 'BT-96', text: 'BT-173', code: 'BT-174' },
  },
  {
    ...{ groups: (invoice) => groupsOf(invoice, 'BG-21'), vat: itself, amount: 'BT-99', sign: 1 },
    ...{ category: 'BT-102', rate: 'BT-103', text: 'BT-175', code: 'BT-176' },
  },
  {
    ...{ groups: (invoice) => groupsOf(invoice, 'BG-X-42'), vat: itself, amount: 'BT-X-272', sign: 1 },
    ...{ category: 'BT-X-273', rate: 'BT-X-274', text: 'BT-X-591', code: 'BT-X-592' },
  },
];

/** A text as reasons are compared: without the difference of its blanks. */
export const normal = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
