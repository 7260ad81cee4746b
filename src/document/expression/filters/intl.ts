// Keeps formatters of Intl: making a formatter takes 25 to 55 times as long as using it.
import { type Decimal, decimalText } from '../decimal.ts';

const limit = 500;

/** Keeps the results for up to 500 keys. */
export function keep<T>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    let made = kept.get(key);
    if (made === undefined) {
      made = make(key);
      if (kept.size >= limit) kept.clear();
      kept.set(key, made);
    }
    return made;
  };
}

/** The locale if Intl has its formats, else English. (Intl itself would fall back to the locale of the machine.) */
export const checkedLocale = keep((locale) => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
});

const rightToLeft: readonly (string | undefined)[] = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'];

/** Whether a language, as BCP 47, is likely written from right to left. */
export const isRightToLeft = keep((lang) => {
  try {
    return rightToLeft.includes(new Intl.Locale(lang).maximize().script);
  } catch {
    return false;
  }
});

const checkedZone = keep((zone) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
});

const numberFormat = keep((key) => {
  const [locale, options] = JSON.parse(key) as [string, Intl.NumberFormatOptions];
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }); // no such currency
  }
});

const dateFormat = keep((key) => {
  const [locale, options] = JSON.parse(key) as [string, Intl.DateTimeFormatOptions];
  return new Intl.DateTimeFormat(locale, options);
});

/** A number in the notation of the locale; exact for any decimal, halves away from zero. */
export function formatNumber(value: Decimal, locale: string, options: Intl.NumberFormatOptions): string {
  const format = numberFormat(JSON.stringify([checkedLocale(locale), { signDisplay: 'negative', ...options }]));
  // Intl takes a decimal text exactly (ECMA-402, 15.5.16), which its older types do not say.
  return format.format((typeof value === 'number' && Number.isSafeInteger(value) ? value : decimalText(value)) as number);
}

/** Finds the decimal separator of a number in the notation of the locale: amounts may have another than plain numbers. */
export const decimalPoint = keep((locale) => {
  const styles = [{}, { style: 'currency', currency: 'XXX', minimumFractionDigits: 1 }] as const;
  const parts = styles.flatMap((style) => new Intl.NumberFormat(checkedLocale(locale), style).formatToParts(1.5));
  const points = new Set(parts.filter(({ type }) => type === 'decimal').map(({ value }) => value));
  return new RegExp(`[${[...points].join('')}](?=\\p{Nd})`, 'u');
});

/** The calendar of dates in a locale: `gregory`, `japanese`, `buddhist`. */
export const calendarOf = keep((locale) => new Intl.DateTimeFormat(checkedLocale(locale)).resolvedOptions().calendar);

export function dateFormatter(locale: string, timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateFormat(JSON.stringify([checkedLocale(locale), { ...options, timeZone: checkedZone(timezone) }]));
}

export function upperCase(text: string, locale: string): string {
  return text.toLocaleUpperCase(checkedLocale(locale));
}

export function lowerCase(text: string, locale: string): string {
  return text.toLocaleLowerCase(checkedLocale(locale));
}

const collator = keep((locale) => new Intl.Collator(checkedLocale(locale), { numeric: false }));

export function collate(a: string, b: string, locale: string): number {
  return collator(locale).compare(a, b);
}
