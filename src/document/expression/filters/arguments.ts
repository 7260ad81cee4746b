// The kinds of arguments that filters share, with the checks of their values.

import { cutJson, showJson } from '../../../words/show-json.ts';
import { toDecimal } from '../decimal.ts';
import { isComposite, toJson } from '../values.ts';
import type { Filter, FilterArgument } from './filter.ts';
import { findCurrencyFault } from './find-fault.ts';

export const member: FilterArgument = { kind: 'member' };

const anyValue: FilterArgument = { kind: 'value' };

/** The arguments of a filter that is given so many. */
export function argumentsOf({ args }: Pick<Filter, 'args'>, count: number): readonly FilterArgument[] {
  const known = args?.(count) ?? [];
  return Array.from({ length: count }, (_, i) => known[i] ?? anyValue);
}

/** Whether the result is made of an argument. */
export const isOperand = ({ isOperand, kind }: FilterArgument): boolean => isOperand ?? kind === 'value';

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): FilterArgument {
  return {
    kind: 'number',
    findFault(value) {
      const number = typeof value === 'string' && !/^\s*-?\d+\s*$/.test(value) ? undefined : toDecimal(value);
      if (number === undefined || !Number.isInteger(Number(number)))
        return { message: `takes a whole number, not ${showOperand(value)}${numberHint(value)}`, instead: 'it is left out' };
      if (Number(number) >= least && Number(number) <= most) return undefined;
      return { message: `takes ${least} to ${most}, not ${showOperand(value)}`, instead: 'the nearest is taken', value: number };
    },
  };
}

/** Any number. `missing`: what happens without a valid number, for the message. */
export function anyNumber(missing: string): FilterArgument {
  return {
    kind: 'number',
    missing: () => missing,
    findFault: (value) =>
      toDecimal(value) === undefined ? { message: `takes a number, not ${showOperand(value)}`, instead: missing } : undefined,
  };
}

/** A text to look for. `name`: the filter. */
export function searched(name: string): FilterArgument {
  const fault = { message: 'takes a text to look for, not an empty one', instead: 'the text stays as it is' };
  return {
    kind: 'word',
    missing: () => fault.instead,
    findFault: (value) => (value === '' ? { ...fault, message: `${fault.message}, as in ${name}: '-', ''` } : undefined),
  };
}

/** The size of groups of characters. Negative: counted from the right. */
export const groupSize: FilterArgument = {
  kind: 'number',
  missing: () => 'no groups are made',
  findFault(value) {
    const fault = wholeNumber(-1000, 1000).findFault?.(value);
    if (fault?.value !== undefined) return fault;
    if (fault) return { ...fault, instead: 'no groups are made' };
    return Number(toDecimal(value)) === 0
      ? { message: 'takes the size of a group, not 0', instead: 'no groups are made' }
      : undefined;
  },
};

/** One of a few words. If a binding gives another, the first is taken. */
export function oneOf(words: readonly [string, ...string[]]): FilterArgument {
  const quoted = words.map((word) => `'${word}'`);
  const instead = `${quoted[0]} is taken`;
  return {
    kind: 'word',
    missing: () => instead,
    findFault: (value) =>
      words.includes(String(value))
        ? undefined
        : { message: `takes ${quoted.join(' or ')}, not ${showOperand(value)}`, instead, value: words[0] },
  };
}

/** A number of decimals. For a number pattern of another tool, the message says how many decimals it means. */
export function decimals(name: string, least: number, most: number, before?: string): FilterArgument {
  const whole = wholeNumber(least, most);
  return {
    kind: 'number',
    findFault(value) {
      const fault = whole.findFault?.(value);
      const digits = typeof value === 'string' ? patternDigits(value) : undefined;
      if (!fault || digits === undefined) return fault;
      // Only "number" takes the least and the most, in its first arguments.
      const right = `${name}: ${before ?? ''}${name === 'number' && before === undefined ? digits : digits.replace(/^.*, /, '')}`;
      return { ...fault, message: `takes a number of decimals, not the pattern ${showOperand(value)}; write ${right}` };
    },
  };
}

const withoutCurrency = 'the amount is printed without a currency';

export const currencyCode: FilterArgument = {
  kind: 'word',
  missing: () => withoutCurrency,
  findFault(value) {
    if (value === '') return undefined;
    const instead = 'it is printed as it is';
    if (typeof value !== 'string')
      return {
        message: `takes the code of a currency first, as in money: 'EUR', 2, not ${showOperand(value)}`,
        instead: withoutCurrency,
      };
    const digits = patternDigits(value);
    if (digits !== undefined)
      return {
        message: `takes the code of a currency first, not the pattern ${showOperand(value)}; write money: 'EUR', ${digits.replace(/^.*, /, '')}`,
        instead: withoutCurrency,
      };
    const fault = findCurrencyFault(value);
    return fault === undefined ? undefined : { message: fault, instead, value };
  },
};

/** The decimals that a number pattern of another tool asks for: `#,##0.00`, `0,00`, `%.2f`, `N2`, `1.2-2`. Undefined: the text is not a number pattern. */
function patternDigits(pattern: string): string | undefined {
  const text = pattern.trim();
  const printf = /^%[-+ 0,]*\d*(?:\.(\d+))?[dfgi]$/.exec(text) ?? /^[,+]?\.(\d+)[fFg%]?$/.exec(text);
  if (printf) return String(Number(printf[1] ?? (text.endsWith('d') || text.endsWith('i') ? 0 : 6)));
  const dotNet = /^[NFCPDnfcpd](\d{1,2})$/.exec(text);
  if (dotNet) return String(Number(dotNet[1]));
  const angular = /^\d+\.(\d+)-(\d+)$/.exec(text);
  if (angular) return angular[1] === angular[2] ? angular[1] : `${angular[1]}, ${angular[2]}`;
  // UTS #35, 3 (number patterns): 0 and # are digits. The last separator begins the decimals.
  const places = /[0#][0#,.' ]*[0#]|[0#]/.exec(text)?.[0];
  if (places === undefined || !/[0#][.,']|[.,'][0#]|#|^0+$/.test(places) || /[1-9]/.test(text)) return undefined;
  const separator = Math.max(places.lastIndexOf('.'), places.lastIndexOf(','));
  const fraction = separator < 0 ? '' : places.slice(separator + 1);
  const isGroup =
    fraction === '##0' || (fraction === '000' && places[separator] === ',' && !places.slice(0, separator).includes('.'));
  if (isGroup || (places === '0,0' && separator === 1)) return '0';
  const least = fraction.replaceAll('#', '').length;
  return least === fraction.length ? String(least) : `${least}, ${fraction.length}`;
}

function numberHint(value: unknown): string {
  const number = typeof value === 'string' ? Number.NaN : Number(toDecimal(value) ?? Number.NaN);
  return Number.isNaN(number) ? '' : `; write ${Math.trunc(number)}`;
}

/** A value that an expression met, for a message. */
export function showOperand(value: unknown): string {
  if (isComposite(value)) return cutJson(toJson(value, 100));
  const decimal = toDecimal(value);
  return showJson(decimal !== undefined && typeof value !== 'string' ? Number(decimal) : value);
}

/** A sentence about an argument and its replacement. */
export function aboutArgument(name: string, fault: string, instead?: string): string {
  const begin = fault.startsWith('takes ') ? `"${name}" ${fault}` : `"${name}": ${fault}`;
  if (!begin.endsWith('?')) return `${begin}${instead === undefined ? '' : `: ${instead}`}.`;
  return instead === undefined ? begin : `${begin} ${instead[0]!.toUpperCase()}${instead.slice(1)}.`;
}
