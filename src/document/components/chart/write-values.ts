// How the numbers and dates of a chart are written.
import type { Decimal } from '../../expression/decimal.ts';
import { dateFormatter, formatNumber } from '../../expression/filters/intl.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { isolated } from '../text/text-direction.ts';
import type { DateUnit } from './date-scale.ts';
import { countDecimals } from './number-scale.ts';

/** Writes a value as the template says. `share`: the part of the whole that it is, from 0 to 1. */
export type WriteValue = (scope: BoundScope, value: Decimal | string, share: number) => string;

/** Compiles a text that sees `value` and `share`. */
export function compileValueText(source: string, type: 'number' | undefined, context: CompileContext, place: string): WriteValue {
  const { names } = context;
  const locals = [
    ...names.locals,
    { name: 'value', schema: type === undefined ? (true as const) : { type } },
    { name: 'share', schema: { type: 'number' } as const },
  ];
  const text = { ...context, names: { ...names, locals } }.text(source, place);
  return (scope, value, share) => isolated(text, { ...scope, locals: [...scope.locals, value, share] });
}

/** Numbers from here on are written short: 2.5M, 1.2B. */
const leastShort = 1e6;
/** Numbers with more digits before or after the decimal sign are written with a power of ten. */
const leastPower = 1e15;
const mostPower = 1e-4;

const hasPower = (value: number): boolean => value !== 0 && (Math.abs(value) >= leastPower || Math.abs(value) < mostPower);

/** Writes the numbers of an axis alike, so that no two of them look the same. `isYears`: without groups of digits. */
export function writeTicks(values: readonly number[], locale: string, isYears: boolean): readonly string[] {
  const most = values.reduce((all, value) => Math.max(all, Math.abs(value)), 0);
  const decimals = values.reduce((all, value) => Math.max(all, countDecimals(value)), 0);
  const whole: Intl.NumberFormatOptions = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: !isYears,
  };
  const forms: readonly Intl.NumberFormatOptions[] = hasPower(most)
    ? [
        { notation: 'scientific', maximumFractionDigits: 2 },
        { notation: 'scientific', maximumFractionDigits: 17 },
      ]
    : most >= leastShort
      ? [{ notation: 'compact', maximumFractionDigits: 2 }, whole]
      : [whole];
  for (const form of forms) {
    const texts = values.map((value) => formatNumber(value, locale, value === 0 ? {} : form));
    if (new Set(texts).size === texts.length || form === forms.at(-1)) return texts;
  }
  return [];
}

/** Writes a value without a pattern. */
export function writeNumber(value: Decimal, locale: string): string {
  const size = Number(value);
  if (hasPower(size)) return formatNumber(value, locale, { notation: 'scientific', maximumFractionDigits: 2 });
  return formatNumber(value, locale, Math.abs(size) >= 1 ? { maximumFractionDigits: 3 } : { maximumSignificantDigits: 3 });
}

export const writeShare = (share: number, locale: string, digits = 0): string =>
  formatNumber(share, locale, { style: 'percent', maximumFractionDigits: digits });

const dateForms: Readonly<Record<DateUnit, readonly [Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions | undefined]>> = {
  year: [{ year: 'numeric' }, undefined],
  month: [{ month: 'short' }, { year: 'numeric' }],
  day: [{ day: 'numeric', month: 'short' }, { year: 'numeric' }],
  minute: [
    { hour: 'numeric', minute: '2-digit' },
    { day: 'numeric', month: 'short' },
  ],
  second: [
    { hour: 'numeric', minute: '2-digit', second: '2-digit' },
    { day: 'numeric', month: 'short' },
  ],
};

/** Writes the dates of an axis. What many of them share, such as the year, stands in a second line below the first one of them. */
export function writeDates(moments: readonly number[], unit: DateUnit, locale: string): readonly string[] {
  const [form, around] = dateForms[unit];
  let last: string | undefined;
  return moments.map((moment) => {
    const own = dateFormatter(locale, 'UTC', form).format(moment);
    const outer = around && dateFormatter(locale, 'UTC', around).format(moment);
    if (outer === undefined || outer === last) return own;
    last = outer;
    return `${own}\n${outer}`;
  });
}

/** A moment as the filters of dates read it. */
export function isoMoment(moment: number, hasTimes: boolean): string {
  const iso = new Date(moment).toISOString();
  return hasTimes ? iso.slice(0, 19) : iso.slice(0, 10);
}
