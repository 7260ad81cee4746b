// Formatters of Intl, kept: making one costs 25 to 55 times its use.
import { suggest } from '../../../contract/nearest.ts';
import { type Decimal, decimalText } from '../decimal.ts';

const limit = 500;

function keep<T>(make: (key: string) => T): (key: string) => T {
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

/** The locale if Intl knows its form, else English. */
const checkedLocale = keep((locale) => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
});

const checkedZone = keep((zone) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
});

/** What is wrong with a locale (BCP 47), and what is likely meant. */
export function findLocaleFault(locale: string): string | undefined {
  try {
    Intl.getCanonicalLocales(locale);
    return undefined;
  } catch {
    const dashed = locale.replaceAll('_', '-').replace(/\..*$/, '');
    const hint = dashed !== locale && findLocaleFault(dashed) === undefined ? `; did you mean "${dashed}"?` : ', such as "de-DE"';
    return `${JSON.stringify(locale)} is no locale${hint}`;
  }
}

/** What is wrong with the name of a time zone. */
export function findZoneFault(zone: string): string | undefined {
  return zoneFault(zone) || undefined;
}

const zoneFault = keep((zone) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return '';
  } catch {
    return `${JSON.stringify(zone)} is no time zone${suggest(zone, Intl.supportedValuesOf('timeZone')) || ', such as "Europe/Berlin"'}`;
  }
});

let currencies: ReadonlySet<string> | undefined;

/** What is wrong with the code of a currency (ISO 4217). */
export function findCurrencyFault(code: string): string | undefined {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  if (currencies.has(code.toUpperCase())) return undefined;
  return `${JSON.stringify(code)} is no currency${suggest(code.toUpperCase(), [...currencies]) || ', such as "EUR"'}`;
}

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

/** A number as the locale writes it; exact for any decimal, halves away from zero. */
export function formatNumber(value: Decimal, locale: string, options: Intl.NumberFormatOptions): string {
  const format = numberFormat(JSON.stringify([checkedLocale(locale), { signDisplay: 'negative', ...options }]));
  // Intl takes a decimal text exactly (ECMA-402, 15.5.16), which its older types do not say.
  return format.format((typeof value === 'number' && Number.isSafeInteger(value) ? value : decimalText(value)) as number);
}

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
