import { expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { printed } from '../scope.ts';

interface Words {
  readonly minus: string;
  readonly hundreds: readonly string[];
  readonly thousand: string;
  readonly millions: readonly string[];
  readonly milliards: readonly string[];
  /** Between other words, without a value. */
  readonly and: string;
  /** The words of 0 to 19, of 20, 30 and so on, and other forms of them. */
  readonly small: readonly (readonly [string, number])[];
}

const count = (words: string, from = 0, step = 1) => words.split(' ').map((word, i) => [word, from + i * step] as const);

const languages: Readonly<Record<string, Words>> = {
  'en-GB': {
    minus: 'minus',
    hundreds: ['hundred'],
    thousand: 'thousand',
    millions: ['million'],
    milliards: ['billion'],
    and: 'and',
    small: [
      ...count('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'),
      ...count('seventeen eighteen nineteen', 17),
      ...count('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
    ],
  },
  'de-DE': {
    minus: 'minus',
    hundreds: ['hundert'],
    thousand: 'tausend',
    millions: ['Millionen', 'Million'],
    milliards: ['Milliarden', 'Milliarde'],
    and: 'und',
    small: [
      ...count('null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn'),
      ...count('siebzehn achtzehn neunzehn', 17),
      ...count('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
      ...count('ein eine', 1, 0),
    ],
  },
  'fr-FR': {
    minus: 'moins',
    hundreds: ['cents', 'cent'],
    thousand: 'mille',
    millions: ['millions', 'million'],
    milliards: ['milliards', 'milliard'],
    and: 'et',
    small: [
      ...count('zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
      ...count('vingt trente quarante cinquante soixante', 20, 10),
      ...count('quatre-vingts quatre-vingt', 80, 0),
    ],
  },
};

/** Reads words back: the numbers below 100 add up, "hundred" and above multiply what is before them. */
function readWords(words: string, { minus, hundreds, thousand, millions, milliards, and, small }: Words): number {
  const values = new Map(small);
  const all = [minus, ...hundreds, thousand, ...millions, ...milliards, and, ...values.keys()];
  const known = new RegExp(`^(?:${all.toSorted((a, b) => b.length - a.length).join('|')})`);
  let sign = 1;
  let total = 0;
  let above = 0;
  let rest: number | undefined;
  for (let text = words; text !== ''; text = text.replace(/^[\s-]+/, '')) {
    const [word] = known.exec(text) ?? [];
    if (word === undefined) throw new Error(`No number: "${text}" of "${words}"`);
    text = text.slice(word.length);
    const unit = word === thousand ? 1e3 : millions.includes(word) ? 1e6 : milliards.includes(word) ? 1e9 : undefined;
    if (word === minus) sign = -1;
    else if (hundreds.includes(word)) [above, rest] = [(rest ?? 1) * 100, undefined];
    else if (unit !== undefined) [total, above, rest] = [total + (above + (rest ?? (above > 0 ? 0 : 1))) * unit, 0, undefined];
    else if (word !== and) rest = (rest ?? 0) + values.get(word)!;
  }
  return sign * (total + above + (rest ?? 0));
}

test.each(Object.entries(languages))('the words of %s mean their number', (locale, words) => {
  const random = createRandom(17);
  const numbers = [
    ...Array.from({ length: 1001 }, (_, n) => n),
    ...[1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12].flatMap((n) => [n - 1, n, n + 1, 2 * n]),
    ...Array.from({ length: 300 }, () => Math.floor(10 ** (random() * 12))),
  ].filter((n) => n < 1e12);
  for (const n of [...numbers, ...numbers.slice(1).map((one) => -one)])
    expect(readWords(printed('n | spell_out', { n }, { locale }), words), String(n)).toBe(n);
});
