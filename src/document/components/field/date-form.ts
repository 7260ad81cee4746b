// How a date is written in a field, and how the tooltip describes this form.
import { readPattern } from '../../expression/filters/date-pattern.ts';

/** Day, month and year in figures, as the locale writes them. */
export function usualPattern(locale: string): string {
  const parts = new Intl.DateTimeFormat(`${new Intl.Locale(locale).baseName}-u-ca-gregory-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(new Date(0));
  const fields: Partial<Record<string, string>> = { day: 'dd', month: 'MM', year: 'yyyy' };
  return parts.map(({ type, value }) => fields[type] ?? value.replace(/\p{L}+/gu, (word) => `'${word}'`)).join('');
}

export type DatePart = 'day' | 'month' | 'year';

const names: Partial<Record<string, DatePart>> = { d: 'day', M: 'month', L: 'month', y: 'year', u: 'year' };

/** The first letter of a word of the language: `J` of Jahr. For scripts without capitals, the letter of the English word. */
export function letterOf(part: DatePart, lang: string): string {
  const wordIn = (language: string) => new Intl.DisplayNames(language, { type: 'dateTimeField' }).of(part) ?? '';
  const first = [...wordIn(lang)][0]?.toLocaleUpperCase(lang) ?? '';
  return /\p{Lu}/u.test(first) ? first : wordIn('en')[0]!.toUpperCase();
}

/** A pattern with the first letters of the words of the language: `TT.MM.JJJJ`. */
export function showPattern(pattern: string, lang: string): string {
  return readPattern(pattern)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const name = names[piece.field];
      return name === undefined
        ? piece.field.repeat(piece.length)
        : letterOf(name, lang).repeat(Math.max(name === 'year' ? (piece.length === 2 ? 2 : 4) : 2, piece.length));
    })
    .join('');
}
