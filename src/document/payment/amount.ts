// Amounts of payments: from 0.01 to 999999999.99.
import { cutJson, showJson } from '../../words/show-json.ts';
import { notKnownYet, type ValueReader } from './faults.ts';

const most = 999_999_999.99;
/** Sums of programs are off by less than this: 0.30000000000000004. */
const noise = 1e-6;

/** The text that says in place of an amount or a debtor that the payer writes it. */
export const open = 'open';

/** The amount with two decimals. Undefined: the payer writes it, or it is faulty. `zero`: whether nothing to pay is allowed, or what to do. */
export function readAmount(reader: ValueReader, value: unknown, chapter: string, zero: true | string): string | undefined {
  const add = (message: string) => reader.add('amount', `${message} (${chapter})`);
  if (value === undefined || value === open) return undefined;
  if (value === notKnownYet) {
    reader.isPartial = true;
    return undefined;
  }
  if (value === null || value === '')
    return add(`has no value. The text "${open}" leaves it to the payer: {{ total | default: '${open}' }}`);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined) return add(`must be a number, got ${showJson(value)}`);
  if (typeof value === 'string' && !/^-?\d+(?:\.\d+)?$/.test(text))
    return add(
      `is ${showJson(value)}, which is no number: write it with a decimal point and without other marks, such as 1234.50. The filters money and number add marks`,
    );
  const amount = Number(text);
  if (amount < 0) return add(`is ${cutJson(text)}: nobody can pay less than nothing`);
  if (amount > most) return add(`is ${cutJson(text)}, and at most 999999999.99 can be paid`);
  const rounded = amount.toFixed(2);
  if (Math.abs(Number(rounded) - amount) > noise)
    return add(`is ${cutJson(text)}, and an amount has at most two decimals: round it, as in {{ total | round: 2 }}`);
  if (Number(rounded) === 0 && zero !== true) return add(`is 0: ${zero}`);
  return rounded;
}

/** `1 949.75`, as Swiss bills print it in all languages. */
export const printAmount = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ' ');
