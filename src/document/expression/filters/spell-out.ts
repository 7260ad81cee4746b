// Spells whole numbers in words, for the filter `spell_out`.
import { type Decimal, decimalText } from '../decimal.ts';

const largest = 999_999_999_999;

/** Whether a number has words: a whole number below 10^12. */
export function canSpell(value: Decimal): boolean {
  const number = Number(decimalText(value));
  return Number.isInteger(number) && Math.abs(number) <= largest;
}

/** Words for a number that `canSpell`, in English, German or French; undefined for other numbers and languages. */
export function spellOut(value: Decimal, locale: string): string | undefined {
  if (!canSpell(value)) return undefined;
  const number = Number(decimalText(value));
  const language = locale.split('-')[0];
  const spell = language === 'en' ? english : language === 'de' ? german : language === 'fr' ? french : undefined;
  if (!spell) return undefined;
  const minus = language === 'fr' ? 'moins ' : 'minus ';
  return number < 0 ? minus + spell(-number) : spell(number);
}

const englishOnes =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const englishTens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function english(n: number): string {
  if (n < 20) return englishOnes[n]!;
  if (n < 100) return englishTens[Math.floor(n / 10)]! + (n % 10 ? `-${englishOnes[n % 10]}` : '');
  for (const [unit, name] of [
    [1e9, 'billion'],
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (n >= unit) return `${english(Math.floor(n / unit))} ${name}${n % unit ? ` ${english(n % unit)}` : ''}`;
  }
  return '';
}

const germanOnes =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const germanTens = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

function german(n: number): string {
  if (n === 1) return 'eins';
  for (const [unit, one, many] of [
    [1e9, 'eine Milliarde', 'Milliarden'],
    [1e6, 'eine Million', 'Millionen'],
  ] as const) {
    if (n >= unit) {
      const count = Math.floor(n / unit);
      return `${count === 1 ? one : `${germanPart(count)} ${many}`}${n % unit ? ` ${german(n % unit)}` : ''}`;
    }
  }
  return n % 100 === 1 ? `${germanPart(n)}s` : germanPart(n);
}

/** The form inside a longer word: "ein", not "eins". */
function germanPart(n: number): string {
  if (n >= 1000) return `${germanPart(Math.floor(n / 1000))}tausend${n % 1000 ? germanPart(n % 1000) : ''}`;
  if (n >= 100) return `${germanOnes[Math.floor(n / 100)]}hundert${n % 100 ? germanPart(n % 100) : ''}`;
  if (n < 20) return germanOnes[n]!;
  return (n % 10 ? `${germanOnes[n % 10]}und` : '') + germanTens[Math.floor(n / 10)]!;
}

const frenchOnes =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const frenchTens = '- - vingt trente quarante cinquante soixante'.split(' ');

function french(n: number): string {
  for (const [unit, name] of [
    [1e9, 'milliard'],
    [1e6, 'million'],
  ] as const) {
    if (n >= unit) {
      const count = Math.floor(n / unit);
      return `${french(count)} ${name}${count > 1 ? 's' : ''}${n % unit ? ` ${french(n % unit)}` : ''}`;
    }
  }
  if (n >= 1000) {
    const count = Math.floor(n / 1000);
    return `${count === 1 ? '' : `${frenchBelowThousand(count, false)} `}mille${n % 1000 ? ` ${frenchBelowThousand(n % 1000, true)}` : ''}`;
  }
  return frenchBelowThousand(n, true);
}

/** `atEnd`: "quatre-vingts" and "deux cents" take their s only when nothing follows. */
function frenchBelowThousand(n: number, atEnd: boolean): string {
  if (n < 20) return frenchOnes[n]!;
  if (n >= 100) {
    const count = Math.floor(n / 100);
    const rest = n % 100;
    const hundred = count === 1 ? 'cent' : `${frenchOnes[count]} cent${rest === 0 && atEnd ? 's' : ''}`;
    return rest ? `${hundred} ${frenchBelowThousand(rest, atEnd)}` : hundred;
  }
  if (n < 70) return frenchTens[Math.floor(n / 10)]! + (n % 10 === 0 ? '' : n % 10 === 1 ? ' et un' : `-${frenchOnes[n % 10]}`);
  if (n < 80) return n === 71 ? 'soixante et onze' : `soixante-${frenchOnes[n - 60]}`;
  if (n === 80) return atEnd ? 'quatre-vingts' : 'quatre-vingt';
  return `quatre-vingt-${frenchOnes[n - 80]}`;
}
