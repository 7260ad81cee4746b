// Filters of numbers: number, money, percent and others.
import {
  absolute,
  calculate,
  compareDecimals,
  type Decimal,
  fixedText,
  floorOf,
  negate,
  roundTo,
  toDecimal,
} from '../decimal.ts';
import type { Scope } from '../scope.ts';
import { anyNumber, currencyCode, decimals, oneOf, showOperand } from './arguments.ts';
import { defineFilter, type Filter, type NoteUnusable, type ToText } from './filter.ts';
import { formatNumber } from './intl.ts';
import { lettersOf, mostLetters, mostRoman, romanOf } from './numerals.ts';
import { canSpell, spellOut } from './spell-out.ts';

const places = (value: unknown, fallback: number) => {
  const wanted = Number(toDecimal(value) ?? fallback);
  return Math.max(0, Math.min(20, Math.trunc(wanted)));
};

/** Runs on a decimal. A value that is not a number gives empty text. */
const numeric = (
  run: (value: Decimal, args: readonly unknown[], scope: Scope, tell: NoteUnusable, write: ToText) => unknown,
): Filter['run'] => {
  return (value, args, scope, tell, _kind, write) => {
    const decimal = toDecimal(value);
    return decimal === undefined ? '' : run(decimal, args, scope, tell, write);
  };
};

const noLimit = anyNumber('there is no limit');

/** The value, or the limit if the value is beyond it: above it (1) or below it (-1). */
const limited = (beyond: 1 | -1): Filter['run'] =>
  numeric((value, [given]) => {
    const limit = toDecimal(given);
    return limit !== undefined && compareDecimals(value, limit) === beyond ? limit : value;
  });

/** Writes whole numbers from 1 to `most` in other signs. Data may give other numbers, which are printed in digits. */
function numerals(
  name: string,
  most: number,
  cases: readonly ['upper', 'lower'] | readonly ['lower', 'upper'],
  write: (number: number) => string,
): Pick<Filter, 'args' | 'prints' | 'check' | 'run'> {
  const needs = `whole numbers from 1 to ${formatNumber(most, 'en-US', {})}`;
  const fits = (value: Decimal) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
  return {
    args: () => [oneOf(cases)],
    prints: 'arguments',
    check(value) {
      const decimal = toDecimal(value);
      return decimal === undefined || fits(decimal) ? undefined : `"${name}" takes ${needs}, not ${showOperand(decimal)}.`;
    },
    run: numeric((value, [given = cases[0]], scope, tell, writeDigits) => {
      if (fits(value)) return given === 'lower' ? write(Number(value)) : write(Number(value)).toUpperCase();
      tell(scope, `${showOperand(value)} is printed in digits: "${name}" takes ${needs}`);
      return writeDigits(value, scope.format);
    }),
  };
}

export const numberFilters: readonly Filter[] = [
  defineFilter({
    name: 'number',
    input: 'number',
    arity: [0, 2],
    args: () => [decimals('number', 0, 20), decimals('number', 0, 20, '0, ')],
    output: 'text',
    liquid: false,
    signature: 'number: digits, maxDigits',
    summary:
      'The number in the notation of the locale, with at least `digits` and at most `maxDigits` decimals. Default: 0 and 3. `number: 2` gives exactly 2.',
    example: '1234.5 | number: 2',
    result: '1,234.50',
    run: numeric((value, [least, most], { format }) => {
      const minimumFractionDigits = places(least, 0);
      const maximumFractionDigits = Math.max(
        minimumFractionDigits,
        most === undefined ? (least === undefined ? 3 : minimumFractionDigits) : places(most, 3),
      );
      return formatNumber(value, format.locale, { minimumFractionDigits, maximumFractionDigits });
    }),
  }),
  defineFilter({
    name: 'money',
    input: 'number',
    arity: [0, 2],
    args: () => [currencyCode, decimals('money', 0, 20, "'EUR', ")],
    output: 'text',
    liquid: false,
    signature: 'money: currency, digits',
    summary:
      "An amount with the sign of the currency (default the template's) and its number of decimals, or `digits`. Without any currency it is an error.",
    example: "1234.5 | money: 'EUR'",
    result: '€1,234.50',
    check: (_value, args, { lacksCurrency }) =>
      lacksCurrency && (args.length === 0 || args[0] === '')
        ? `"money" has no currency: write money: 'EUR', or set "currency" in the template.`
        : undefined,
    run: numeric((value, args, scope, tell) => {
      const { format } = scope;
      const [currency, digits] = args;
      const isGiven = args.length > 0 && currency !== '';
      // An amount in a currency that the data lack is not one in the currency of the template.
      const code = isGiven ? (currency as string | undefined) : format.currency;
      if (code === undefined && !isGiven) tell(scope, `${showOperand(value)} | money has no currency and is printed without one`);
      const fraction =
        digits === undefined
          ? code === undefined
            ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
            : {}
          : { minimumFractionDigits: places(digits, 2), maximumFractionDigits: places(digits, 2) };
      if (code !== undefined && /^[A-Za-z]{3}$/.test(code))
        return formatNumber(value, format.locale, { style: 'currency', currency: code.toUpperCase(), ...fraction });
      const amount = formatNumber(value, format.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...fraction });
      // The data gave a value that is not a currency code. The amount is printed with it: alone, it would pass for another currency.
      return code === undefined ? amount : `${amount}\u00a0${code}`;
    }),
  }),
  defineFilter({
    name: 'minor',
    input: 'number',
    arity: [0, 1],
    args: () => [decimals('minor', 0, 20)],
    output: 'number',
    liquid: false,
    signature: 'minor: digits',
    summary:
      'An amount from a whole number of minor units, such as cents; `digits` says how many decimals they have (default 2).',
    example: '123450 | minor | money',
    result: '$1,234.50',
    run: numeric((value, [digits]) => calculate('/', value, 10 ** places(digits, 2)) ?? ''),
  }),
  defineFilter({
    name: 'round',
    input: 'number',
    arity: [0, 1],
    args: () => [decimals('round', -100, 100)],
    output: 'number',
    liquid: true,
    signature: 'round: digits',
    summary: 'Rounded to `digits` decimals (default 0), halves away from zero.',
    example: '2.345 | round: 2',
    result: '2.35',
    run: numeric((value, [digits]) => roundTo(value, digits === undefined ? 0 : Number(toDecimal(digits) ?? 0))),
  }),
  defineFilter({
    name: 'floor',
    input: 'number',
    arity: [0, 0],
    output: 'number',
    liquid: true,
    signature: 'floor',
    summary: 'The next whole number that is not larger.',
    example: '-2.5 | floor',
    result: '-3',
    run: numeric(floorOf),
  }),
  defineFilter({
    name: 'ceil',
    input: 'number',
    arity: [0, 0],
    output: 'number',
    liquid: true,
    signature: 'ceil',
    summary: 'The next whole number that is not smaller.',
    example: '2.1 | ceil',
    result: '3',
    run: numeric((value) => negate(floorOf(negate(value)))),
  }),
  defineFilter({
    name: 'abs',
    input: 'number',
    arity: [0, 0],
    output: 'number',
    liquid: true,
    signature: 'abs',
    summary: 'The number without its sign.',
    example: '-2.50 | abs',
    result: '2.5',
    run: numeric(absolute),
  }),
  defineFilter({
    name: 'at_least',
    input: 'number',
    arity: [1, 1],
    args: () => [noLimit],
    output: 'number',
    liquid: true,
    signature: 'at_least: limit',
    summary: 'The number, or `limit` if the number is smaller.',
    example: '3 - 5 | at_least: 0',
    result: '0',
    run: limited(-1),
  }),
  defineFilter({
    name: 'at_most',
    input: 'number',
    arity: [1, 1],
    args: () => [noLimit],
    output: 'number',
    liquid: true,
    signature: 'at_most: limit',
    summary: 'The number, or `limit` if the number is larger.',
    example: '120 | at_most: 100',
    result: '100',
    run: limited(1),
  }),
  defineFilter({
    name: 'fixed',
    input: 'number',
    arity: [1, 1],
    args: () => [decimals('fixed', 0, 20)],
    output: 'text',
    liquid: false,
    signature: 'fixed: digits',
    summary:
      'The number with exactly `digits` decimals after a point, without grouping, in every locale: for payment codes and files. Halves round away from zero.',
    example: '1234.5 | fixed: 2',
    result: '1234.50',
    run: numeric((value, [digits]) => fixedText(value, places(digits, 0))),
  }),
  defineFilter({
    name: 'percent',
    input: 'number',
    arity: [0, 1],
    args: () => [decimals('percent', 0, 20)],
    output: 'text',
    liquid: false,
    signature: 'percent: digits',
    summary: 'A ratio as per cent: 0.19 is 19 %.',
    example: '0.195 | percent: 1',
    result: '19.5%',
    run: numeric((value, [digits], { format }) =>
      formatNumber(value, format.locale, {
        style: 'percent',
        minimumFractionDigits: places(digits, 0),
        maximumFractionDigits: digits === undefined ? 2 : places(digits, 0),
      }),
    ),
  }),
  defineFilter({
    name: 'bytes',
    input: 'number',
    arity: [0, 1],
    args: () => [decimals('bytes', 0, 20)],
    output: 'text',
    liquid: false,
    signature: 'bytes: digits',
    summary: 'A number of bytes in kB, MB, GB … of 1000.',
    example: '1234567 | bytes',
    result: '1.2 MB',
    run: numeric((value, [digits], { format }) => {
      const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];
      let unit = 0;
      let amount: Decimal = value;
      while (unit < units.length - 1 && Math.abs(Number(amount)) >= 1000) {
        amount = calculate('/', amount, 1000) ?? 0;
        unit++;
      }
      return formatNumber(amount, format.locale, {
        style: 'unit',
        unit: units[unit]!,
        unitDisplay: unit === 0 ? 'long' : 'short',
        maximumFractionDigits: unit === 0 ? 0 : places(digits, 1),
      });
    }),
  }),
  defineFilter({
    name: 'spell_out',
    input: 'number',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'spell_out',
    summary:
      'A whole number below 10^12 in words: English, German and French. Another number is an error. If data give one, or the locale has another language, it is printed in digits, with a warning.',
    example: '342 | spell_out',
    result: 'three hundred forty-two',
    prints: 'arguments',
    check(value) {
      const decimal = toDecimal(value);
      return decimal === undefined || canSpell(decimal)
        ? undefined
        : `"spell_out" takes a whole number below 10^12, not ${showOperand(decimal)}.`;
    },
    run: numeric((value, _args, scope, tell, write) => {
      const { format } = scope;
      const words = spellOut(value, format.locale);
      if (words !== undefined) return words;
      const needs = '"spell_out" takes whole numbers below 10^12 and knows English, German and French';
      tell(scope, `${showOperand(value)} has no words in "${format.locale}" and is printed in digits: ${needs}`);
      return write(value, format);
    }),
  }),
  defineFilter({
    name: 'roman',
    input: 'number',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "roman: 'upper' | 'lower'",
    summary:
      'A whole number from 1 to 3,999 in Roman numerals (default upper). Another number is an error. If data give one, it is printed in digits, with a warning.',
    example: "1994 | roman: 'lower'",
    result: 'mcmxciv',
    ...numerals('roman', mostRoman, ['upper', 'lower'], romanOf),
  }),
  defineFilter({
    name: 'letters',
    input: 'number',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "letters: 'lower' | 'upper'",
    summary:
      'A whole number from 1 to 1,000,000 in letters, as lists count: a to z, then aa, ab (default lower). Another number is an error. If data give one, it is printed in digits, with a warning.',
    example: '28 | letters',
    result: 'ab',
    ...numerals('letters', mostLetters, ['lower', 'upper'], lettersOf),
  }),
];
