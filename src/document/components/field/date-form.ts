// How a date is written in a field, and how the tooltip says it.
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

const names: Partial<Record<string, 'day' | 'month' | 'year'>> = { d: 'day', M: 'month', L: 'month', y: 'year', u: 'year' };

/** A pattern with the first letters of the words of the language: `TT.MM.JJJJ`. Other scripts get those of English. */
export function showPattern(pattern: string, lang: string): string {
  const words = new Intl.DisplayNames(lang, { type: 'dateTimeField' });
  const english = new Intl.DisplayNames('en', { type: 'dateTimeField' });
  const letterOf = (name: 'day' | 'month' | 'year') => {
    const first = [...(words.of(name) ?? '')][0]?.toLocaleUpperCase(lang) ?? '';
    return /\p{Lu}/u.test(first) ? first : [...english.of(name)!][0]!.toUpperCase();
  };
  return readPattern(pattern)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const name = names[piece.field];
      return name === undefined
        ? piece.field.repeat(piece.length)
        : letterOf(name).repeat(Math.max(name === 'year' ? (piece.length === 2 ? 2 : 4) : 2, piece.length));
    })
    .join('');
}
