// Shows a number by the number format of its cell (ECMA-376, part 1, 18.8.31).
import type { NumberFormat } from '../table.ts';
import { firstSection, kindOfFormat } from './sheet-date.ts';

/** The formats that every workbook has, by their number (18.8.30). Those that depend on the user's system are missing. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
  ...{ 37: '#,##0_);(#,##0)', 38: '#,##0_);[Red](#,##0)', 39: '#,##0.00_);(#,##0.00)', 40: '#,##0.00_);[Red](#,##0.00)' },
  48: '##0.0E+0',
};

/** Digits and calendars of other scripts. A locale has four hexadecimal digits, below the number of its digits and of its calendar. */
const foreign = /\[(?:DBNum|NatNum|\$-(?![a-z]{2,3}(?:-[a-z]+)*\]|(?:0?10)?[01]?[\da-f]{1,4}\]))/i;

/** Languages for the numbers by which formats name them. In all others, a `/` between day and month stands for itself. */
const languages = [
  'bg',
  'cs',
  'da',
  'de',
  'et',
  'fi',
  'hr',
  'hu',
  'lt',
  'lv',
  'nb',
  'nl',
  'pl',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
  'uk',
];

/** Gives the format of a code, or of the number of a built-in format. Undefined: it shows the number as it is stored. */
export async function openNumberFormats(is1904: boolean): Promise<(format: string | number) => NumberFormat | undefined> {
  // Most inputs are no workbooks, and most workbooks have few formats.
  const { format: print, getLocale, tokenize } = await import('numfmt');
  /** In a day, `/` is the separator of the language: that of the format, or else of the locale. */
  const separate = (code: string, locale: string): string => {
    const tokens = tokenize(code);
    const [, own] = /-([\w-]+)$/.exec(String(tokens.find(({ type }) => type === 'locale')?.value ?? '')) ?? [];
    const data = own === undefined ? undefined : getLocale(/^\d/.test(own) ? own.slice(-4) : own);
    const language = data ? languages.find((one) => getLocale(one) === data) : locale;
    if (!language) return code;
    const parts = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).formatToParts(0);
    const separator = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '/';
    return tokens.map(({ type, raw }) => (type === 'slash' ? `"${separator}"` : raw)).join('');
  };
  return (format) => {
    const code = typeof format === 'number' ? builtIn[format] : format;
    if (code === undefined || /^(?:general|@)?$/i.test(code) || /\[\$-(?:F[48]00|x-sys)/i.test(code)) return undefined;
    const isDate = kindOfFormat(code) !== undefined;
    // The locale of a currency chooses no marks for its amount.
    const portable = isDate
      ? code
      : code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => (sign === '' ? '' : `[$${sign}]`));
    const bare = firstSection(code).replace(/\[[^\]]*\]/g, '');
    // A g shows the era.
    const isSupported = !foreign.test(code) && !/g/i.test(bare.replace(/general/gi, ''));
    return {
      code,
      isIdentifier: !isDate && /0[^.]*0/.test(bare) && !/[.,%E/]|general/i.test(bare),
      show(number, locale = '') {
        if (!isSupported) return undefined;
        try {
          if (locale !== '' && !getLocale(locale)) return undefined;
          const shown = print(isDate ? separate(portable, locale) : portable, isDate && is1904 ? number + 1462 : number, {
            locale,
          });
          return isDate || isNear(shown, number) ? shown.trim() : undefined;
        } catch {
          return undefined;
        }
      },
    };
  };
}

/** Whether a fraction is about the number: numfmt shows 12.06 as 0/1 in `?/?`. */
function isNear(shown: string, number: number): boolean {
  const [, whole = '0', above, below] = /^\D*?(?:(\d+) +)?(\d+) *\/ *(\d+)\D*$/.exec(shown) ?? [];
  return below === undefined || Math.abs(Number(whole) + Number(above) / Number(below) - Math.abs(number)) < 0.5;
}
