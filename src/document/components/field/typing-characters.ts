// The characters that people type in a language. ICU has no list of the letters of a language, but its names of regions, months and weekdays hold them.
import { BoundedCache } from '../../../cache/bounded-cache.ts';

/** Latin letters of Europe, digits, punctuation, currencies: people type names, addresses and amounts in every language. */
const everywhere: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20a0, 0x20c0],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];
/** Letters of Africa and of Vietnam, for languages that use some of them. */
const moreLatin: typeof everywhere = [
  [0x180, 0x24f],
  [0x1e00, 0x1eff],
];
/** Unicode has no letters beyond, apart from rare ideographs. */
const lastLetter = 0x323af;

/** By language and script, which are few. */
const known = new Map<string, readonly number[]>();
/** Documents may have any number of names for a language. */
const locales = new BoundedCache<Intl.Locale>(100);

const samples = new BoundedCache<ReadonlySet<string>>(100);

/** A language with the script in which it is likely written. */
function likelyLocale(lang: string): Intl.Locale {
  const cached = locales.get(lang);
  if (cached) return cached;
  const locale = new Intl.Locale(lang).maximize();
  locales.set(lang, locale);
  return locale;
}

/** The characters for a language, as BCP 47. Letters of its script are among them. The same language gives the same list. */
export function typingCharacters(lang: string): readonly number[] {
  const { language, script } = likelyLocale(lang);
  const key = `${language} ${script}`;
  let characters = known.get(key);
  if (!characters) {
    const all = new Set([...sampleLetters(lang)].map((letter) => letter.codePointAt(0)!));
    const ranges = [...everywhere, ...moreLatin.filter(([from, to]) => [...all].some((code) => code >= from && code <= to))];
    for (const [from, to] of ranges) for (let code = from; code <= to; code++) all.add(code);
    for (const code of lettersOfScript(script)) all.add(code);
    characters = [...all].sort((a, b) => a - b);
    known.set(key, characters);
  }
  return characters;
}

/** Scripts that are written together (UAX #24, table 3). */
const together: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
  Latn: [],
};

function* lettersOfScript(script = 'Latn'): Iterable<number> {
  const scripts = together[script] ?? [script];
  if (scripts.length === 0) return;
  const isOfScript = new RegExp(scripts.map((one) => `\\p{scx=${one}}`).join('|'), 'u');
  for (let code = 0x180; code <= lastLetter; code++) if (isOfScript.test(String.fromCodePoint(code))) yield code;
}

/** Whether ICU knows a language. */
export function isLanguage(lang: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf(lang).length > 0;
  } catch {
    return false;
  }
}

/** Letters that the language uses, small and large. */
export function sampleLetters(lang: string): ReadonlySet<string> {
  const cached = samples.get(lang);
  if (cached) return cached;
  const letters = new Set<string>();
  for (const name of namesIn(lang))
    for (const form of [name, name.toLocaleUpperCase(lang), name.toLocaleLowerCase(lang)])
      for (const letter of form.normalize('NFC').match(/[\p{L}\p{M}]/gu) ?? []) letters.add(letter);
  samples.set(lang, letters);
  return letters;
}

function* namesIn(lang: string): Iterable<string> {
  const regions = new Intl.DisplayNames(lang, { type: 'region', fallback: 'none' });
  const capitals = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  for (const first of capitals) for (const second of capitals) yield regions.of(first + second) ?? '';
  const dates = (['long', 'short'] as const).map(
    (width) => new Intl.DateTimeFormat(lang, { weekday: width, day: 'numeric', month: width, timeZone: 'UTC' }),
  );
  // Every month, on different weekdays.
  for (let month = 0; month < 12; month++) for (const date of dates) yield date.format(Date.UTC(2024, month, 1 + month));
}
