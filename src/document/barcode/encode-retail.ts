// The codes of goods: EAN, UPC (ISO/IEC 15420) and ITF-14 (ISO/IEC 16390). Their digits end with a check digit.
import { counted } from '../../words/counts.ts';
import { drawWithEncoder } from './draw-with-encoder.ts';
import type { Code, CodeDigits, Unencodable } from './modules.ts';

interface RetailCode {
  readonly title: string;
  /** Digits with the check digit. */
  readonly length: number;
  /** Where bars reach down, from and to in modules. */
  readonly guards?: readonly (readonly [from: number, to: number])[];
  /** Places of the digits below the bars: the range of digits, and its left and right edge in modules. */
  readonly digits?: readonly (readonly [first: number, end: number, from: number, to: number])[];
}

export const retailCodes = {
  ean13: {
    title: 'EAN-13',
    length: 13,
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    digits: [
      [0, 1, -10, -3],
      [1, 7, 3, 45],
      [7, 13, 50, 92],
    ],
  },
  ean8: {
    title: 'EAN-8',
    length: 8,
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    digits: [
      [0, 4, 3, 31],
      [4, 8, 36, 64],
    ],
  },
  upca: {
    title: 'UPC-A',
    length: 12,
    guards: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    digits: [
      [0, 1, -9, -2],
      [1, 6, 10, 45],
      [6, 11, 50, 85],
      [11, 12, 97, 104],
    ],
  },
  upce: {
    title: 'UPC-E',
    length: 8,
    guards: [
      [0, 3],
      [45, 51],
    ],
    digits: [
      [0, 1, -9, -2],
      [1, 7, 3, 45],
      [7, 8, 52, 59],
    ],
  },
  itf14: { title: 'ITF-14', length: 14 },
} as const satisfies Readonly<Record<string, RetailCode>>;

/** `checkDigit`: whether the last digit is given (the default) or computed. Spaces and hyphens between digits are left out. */
export function encodeRetail(
  name: keyof typeof retailCodes,
  text: string,
  checkDigit: 'given' | 'computed' = 'given',
): Code | Unencodable {
  const { title, length, guards = [], digits = [] }: RetailCode = retailCodes[name];
  const given = text.replace(/[\s-]/g, '');
  const isComputed = checkDigit === 'computed';
  const foreign = /\D/u.exec(given)?.[0];
  if (foreign !== undefined) return { error: `"${foreign}" is no digit, and ${title} has digits only.` };
  const wanted = isComputed ? length - 1 : length;
  if (given.length !== wanted) return { error: wrongLength(given.length, wanted, title, isComputed) };
  if (name === 'upce' && !/^[01]/.test(given)) return { error: 'UPC-E begins with 0 or 1.' };
  const sum = checkDigitOf(name === 'upce' ? expandUpce(given) : given.slice(0, length - 1));
  if (!isComputed && Number(given.at(-1)) !== sum) return { error: wrongCheckDigit(given, sum) };
  const whole = isComputed ? `${given}${sum}` : given;
  const modules = drawWithEncoder(name, whole, { showborder: false });
  if ('error' in modules) return modules;
  const isGuard = (x: number) => guards.some(([from, to]) => x >= from && x < to);
  const bars = Array.from({ length: modules.rects.length / 4 }, (_, i) => modules.rects.slice(i * 4, i * 4 + 4));
  return {
    ...modules,
    printed: whole,
    ...(guards.length > 0 && { guards: bars.filter(([x]) => isGuard(x!)).flat() }),
    ...(digits.length > 0 && {
      digits: digits.map(([first, end, from, to]): CodeDigits => ({ text: whole.slice(first, end), from, to })),
    }),
    ...(name === 'itf14' && { hasBearers: true }),
  };
}

function wrongLength(length: number, wanted: number, title: string, isComputed: boolean): string {
  const has = `The value has ${counted(length, 'digit')}, and ${title} needs ${wanted}`;
  if (isComputed) return `${has} before its computed check digit.`;
  if (length > wanted) return `${has}, with its check digit.`;
  const remedy = `${has}. If a number has lost its leading zeros, make it a text, or add them: {{ … | pad: ${wanted}, '0' }}.`;
  return length < wanted - 1 ? remedy : `${remedy} If its check digit is missing, write "checkDigit": "computed".`;
}

export const wrongCheckDigit = (given: string, right: number): string =>
  `The check digit of ${given} is ${given.at(-1)}, but its other digits give ${right}.`;

/** Modulo 10, the last digit three times (GS1 General Specifications, 7.9). */
export function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** The eleven digits of the UPC-A that a UPC-E stands for. */
function expandUpce(given: string): string {
  const [system = '', a = '', b = '', c = '', d = '', e = '', last = ''] = given;
  if (last <= '2') return `${system}${a}${b}${last}0000${c}${d}${e}`;
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}`;
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${last}`;
}
