// Reads numbers, days and truth values as a locale writes them. Intl gives the marks of numbers and days; it has no words for truth values.
import { isDay } from '../../words/calendar.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';

export interface LocaleMarks {
  readonly locale: string;
  /** The text as a JSON number; undefined: not a number in this locale. */
  readNumber(text: string): string | undefined;
  /** `01.03.2026` as `2026-03-01`, with a time of day after `T` if given; or the reason why the text is not a day. */
  readDay(text: string): { readonly date: string } | { readonly fault: string };
  /** The truth value of `WAHR` or `ja`; undefined: not a truth value in this language. */
  readBoolean(text: string): boolean | undefined;
  /** The words for true and false, in this order; empty: unknown for this language. */
  readonly booleans: readonly string[];
  /** A number, a fraction and a day in this locale, as examples. */
  readonly numberExample: string;
  readonly fractionExample: string;
  readonly dayExample: string;
}

/** The marks of a BCP 47 locale. Raises UsageError for an unknown locale. */
export function readLocaleMarks(locale: string, nameOption: NameOption): LocaleMarks {
  const { numbers, days } = openFormats(locale, nameOption('locale'));
  const booleans = booleanWords[new Intl.Locale(locale).language] ?? [];
  return {
    locale,
    readNumber: numberReader(numbers),
    readDay: dayReader(days),
    readBoolean(text) {
      const at = booleans.indexOf(text.normalize('NFC').toLowerCase());
      return at < 0 ? undefined : at % 2 === 0;
    },
    booleans,
    numberExample: numbers.format(1234.5),
    fractionExample: numbers.format(0.19),
    dayExample: days.format(new Date(Date.UTC(2026, 2, 31))),
  };
}

/** The words of spreadsheets and of people for true and false. */
const booleanWords: Readonly<Record<string, readonly string[]>> = {
  de: ['wahr', 'falsch', 'ja', 'nein'],
  es: ['verdadero', 'falso', 'sí', 'no'],
  fr: ['vrai', 'faux', 'oui', 'non'],
  it: ['vero', 'falso', 'sì', 'no'],
  nl: ['waar', 'onwaar', 'ja', 'nee'],
  pt: ['verdadeiro', 'falso', 'sim', 'não'],
};

/** Whether a text is true or false in some language. */
export const isLocalBoolean = (text: string): boolean =>
  Object.values(booleanWords).some((words) => words.includes(text.normalize('NFC').toLowerCase()));

function openFormats(locale: string, told: string) {
  const refusal = () =>
    new UsageError(`${told} takes a language and its country, such as de-DE or en-GB, got ${JSON.stringify(locale)}`);
  try {
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) throw refusal(); // Intl would use the system's locale instead
    return {
      numbers: new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }),
      days: new Intl.DateTimeFormat(locale, {
        calendar: 'gregory',
        numberingSystem: 'latn',
        timeZone: 'UTC',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      }),
    };
  } catch {
    throw refusal();
  }
}

/** The marks that count as this one, because they look the same on paper or on keyboards. */
function alike(mark: string): string {
  if (/^\s$/.test(mark)) return ' \u00a0\u2009\u202f';
  return mark === "'" || mark === '’' ? "'’" : mark;
}

function numberReader(format: Intl.NumberFormat): LocaleMarks['readNumber'] {
  const parts = format.formatToParts(123456789.5);
  const find = (type: string) => alike(parts.find((part) => part.type === type)?.value ?? '');
  const integers = parts.filter((part) => part.type === 'integer').map((part) => part.value.length);
  const [group, decimal] = [find('group'), find('decimal')];
  // 12,34,56,789 in India: the last group has three digits, the groups before it two.
  const last = integers.at(-1)!;
  const middle = integers.length > 2 ? integers.at(-2)! : last;
  const toDigit = digitsOf(format.resolvedOptions());

  const isGrouped = (whole: string): boolean => {
    const marks = new Set(whole.replace(/\d/g, ''));
    if (marks.size === 0) return true;
    const [mark] = marks;
    if (marks.size > 1 || !group.includes(mark!)) return false;
    const groups = whole.split(mark!).map((digits) => digits.length);
    const end = groups.pop();
    return groups[0]! > 0 && groups[0]! <= middle && groups.slice(1).every((length) => length === middle) && end === last;
  };

  return (text) => {
    const plain = text.replace(/\p{Nd}/gu, (digit) => toDigit.get(digit) ?? digit);
    const sign = /^[-\u2212]/.test(plain) ? '-' : '';
    const unsigned = plain.slice(sign.length);
    const at = [...decimal].map((mark) => unsigned.indexOf(mark)).find((index) => index >= 0) ?? unsigned.length;
    const [whole, fraction] = [unsigned.slice(0, at), unsigned.slice(at + 1)];
    if (
      !/^\d(?:.*\d)?$/.test(whole) ||
      /^0\d/.test(whole) ||
      !isGrouped(whole) ||
      (at < unsigned.length && !/^\d+$/.test(fraction))
    )
      return undefined;
    return `${sign}${whole.replace(/\D/g, '')}${fraction && `.${fraction}`}`;
  };
}

/** The locale's own digits, each with its value. */
function digitsOf({ locale, numberingSystem }: Intl.ResolvedNumberFormatOptions): ReadonlyMap<string, string> {
  const written = new Intl.NumberFormat(locale, { numberingSystem, useGrouping: false }).format(9876543210);
  return new Map([...written].map((character, i) => [character, String(9 - i)]));
}

function dayReader(format: Intl.DateTimeFormat): LocaleMarks['readDay'] {
  const order = format
    .formatToParts(new Date(0))
    .map((part) => part.type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
  const noDay = { fault: `${format.resolvedOptions().locale} does not write a day like this` };
  return (text) => {
    const [, day = text, hour, minute, second = '00', half] =
      /^(.*?)(?:,?\s+|T)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m\.?)?$/i.exec(text) ?? [];
    const match = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(day.replace(/\s/g, '').replace(/\.$/, ''));
    if (!match) return noDay;
    const values = [match[1]!, match[3]!, match[4]!];
    // A year in front has ISO's order in every locale. With dots, no locale writes the month first.
    const by = values[0]!.length === 4 ? ['year', 'month', 'day'] : match[2] === '.' ? ['day', 'month', 'year'] : order;
    const [years, months, days] = ['year', 'month', 'day'].map((type) => values[by.indexOf(type)]!);
    if (years!.length < 3) return { fault: 'a year of two digits may be of this century or of the last; write all four' };
    if (years!.length !== 4 || months!.length > 2 || days!.length > 2) return noDay;
    const date = `${years}-${months!.padStart(2, '0')}-${days!.padStart(2, '0')}`;
    if (!isDay(date)) return { fault: 'the calendar has no such day' };
    if (hour === undefined) return { date };
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return { fault: 'there is no such time of day' };
    return { date: `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}` };
  };
}
