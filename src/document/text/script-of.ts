// Finds the script of a character (UAX #24) for shaping.

/** ISO 15924 codes of the known scripts. The font's default rules shape others. */
const codes =
  'Latn Grek Cyrl Arab Hebr Armn Geor Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Khmr Mong Ethi Cher Cans Hang Hira Kana Bopo Hani Syrc Thaa Nkoo Samr Mand Copt Goth Runr Ogam Tfng Vaii Java Bali Sund Cham Lana Tale Talu Glag Egyp Adlm Rohg Olck Mtei Lisu Phnx Xsux Lepc Limb Tglg Hano Buhd Tagb Saur Kali Rjng Cakm Newa Tirh Sidd Modi Takr Khoj Sind Gran'.split(
    ' ',
  );

const lowScripts = new Set('Latn Grek Cyrl Armn Geor Cher Hani Hira Kana Bopo Hang Yiii'.split(' '));

/** Whether letters of a script, with their marks, reach higher or lower than Latin ones: most scripts that stack marks or join letters. */
export function isTall(script: string): boolean {
  return !lowScripts.has(script);
}

const tests = new Map<string, RegExp>();

function isIn(script: string, character: string): boolean {
  let test = tests.get(script);
  if (!test) {
    test = compileTest(script);
    tests.set(script, test);
  }
  return test.test(character);
}

function compileTest(script: string): RegExp {
  try {
    return new RegExp(`^\\p{Script=${script}}$`, 'u');
  } catch {
    // The JavaScript engine's version of Unicode does not know the script, so no character matches it.
    return /^(?!)/;
  }
}

/** For each block of 128 characters: the script found there last. The next character nearly always has the same script. */
const lastInBlock = new Map<number, string>();

const neighbourly = /^[\p{Script=Common}\p{Script=Inherited}]$/u;

/** The script of a character; undefined: it takes its neighbours' script (digits, punctuation, marks). */
export function scriptOf(codePoint: number): string | undefined {
  if (codePoint < 0x2b0) return isLatin(codePoint) ? 'Latn' : undefined;
  const character = String.fromCodePoint(codePoint);
  const block = codePoint >> 7;
  const likely = lastInBlock.get(block);
  if (likely !== undefined && isIn(likely, character)) return likely;
  if (neighbourly.test(character)) return undefined;
  const script = codes.find((code) => isIn(code, character));
  if (script !== undefined) lastInBlock.set(block, script);
  return script;
}

/** A letter of each script of the font that stands in for others. */
const common: Readonly<Record<string, number>> = { Latn: 0x61, Grek: 0x3b1, Cyrl: 0x430 };

/** Whether a letter belongs to a script that a font has: it lacks the letter, and not the script. */
export function isOwnLetter(letter: string, has: (codePoint: number) => boolean): boolean {
  const sample = /\p{L}/u.test(letter) ? common[scriptOf(letter.codePointAt(0)!) ?? ''] : undefined;
  return sample !== undefined && has(sample);
}

function isLatin(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0xc0 && code !== 0xd7 && code !== 0xf7) || code === 0xaa || code === 0xba;
}
