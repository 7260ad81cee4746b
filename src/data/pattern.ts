// Runs the patterns of a data schema in linear time. Patterns of ECMA-262 are translated to the syntax of RE2. A pattern that RE2 cannot
// express (look-around, back-references, very large counts) stays a native expression and runs under the clock's watchdog.
import { RE2JS } from 're2js';
import type { Clock, Matcher } from './clock.ts';

export interface Pattern {
  /** Whether the pattern matches somewhere in the text. */
  readonly test: (text: string) => boolean;
  /** True: the pattern may backtrack, so it needs the watchdog. */
  readonly isNative: boolean;
}

// A test of a longer text may take milliseconds, so it always runs under the watchdog.
const longText = 8192;

/** Compiles a pattern. Raises a SyntaxError for an invalid regular expression. */
export function compilePattern(source: string, clock: Pick<Clock, 'guardLong'>): Pattern {
  const native = compileNative(source);
  if (native.unicode && isPlain(source)) return linear(native, clock);
  const translated = translate(source);
  if (translated !== undefined) {
    try {
      return linear(RE2JS.compile(translated), clock);
    } catch {
      // RE2 refuses the pattern, for example for a count above 1,000 or an unknown property. It runs natively below.
    }
  }
  return { test: (text) => native.test(text), isNative: true };
}

function linear(engine: Matcher, clock: Pick<Clock, 'guardLong'>): Pattern {
  return { test: clock.guardLong(engine, longText), isNative: false };
}

/** JSON Schema requires the flag `u`. Patterns that are valid only without it (`\-`, `\_`) are common and clear, so they are accepted. */
function compileNative(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    if (/\\[pPuk]/.test(source)) throw error;
    return new RegExp(source);
  }
}

/** Whether native matching is linear: anchored, at most one unbounded repetition, no groups. It is 25 times faster than RE2 in JavaScript. */
function isPlain(source: string): boolean {
  if (!source.startsWith('^') || source.length > 200) return false;
  let variable = 0;
  let rest = source.slice(1);
  while (rest !== '' && rest !== '$') {
    const atom =
      /^(?:\[\^?(?:[\w .,:;/+*@#%&=!'"-]|\\[dwsDWS.\-/\]\\])+\]|\\[dwsDWS.\-/+*?()[\]{}|^$\\]|[\w ,:;/@#%&=!'"-]|\.)/.exec(rest);
    if (!atom) return false;
    rest = rest.slice(atom[0].length);
    const count = /^(?:\{(\d{1,5})\}|\{\d{1,5},\d{0,5}\}|[?*+])\??/.exec(rest);
    if (count) {
      if (count[1] === undefined) variable++;
      rest = rest.slice(count[0].length);
    }
  }
  return variable <= 1;
}

const space = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const controls: Readonly<Record<string, string>> = {
  t: '\\x{9}',
  n: '\\x{a}',
  v: '\\x{b}',
  f: '\\x{c}',
  r: '\\x{d}',
  '0': '\\x{0}',
};

/** The pattern in RE2's syntax. Undefined: RE2 cannot express it. */
function translate(source: string): string | undefined {
  let out = '';
  let i = 0;
  let inClass = false;
  while (i < source.length) {
    const char = source[i]!;
    if (char === '\\') {
      const escaped = translateEscape(source, i, inClass);
      if (escaped === undefined) return undefined;
      out += escaped.text;
      i = escaped.end;
    } else if (inClass) {
      if (char === ']') inClass = false;
      out += char === '[' || char === '&' ? `\\${char}` : char;
      i++;
    } else if (char === '[') {
      const empty = /^\[\^?\]/.exec(source.slice(i, i + 3))?.[0];
      if (empty) {
        // `[]` matches nothing and `[^]` everything. RE2 would read the second bracket as a member of the class.
        out += empty === '[]' ? '[^\\x{0}-\\x{10FFFF}]' : '[\\x{0}-\\x{10FFFF}]';
        i += empty.length;
      } else {
        inClass = true;
        out += source[i + 1] === '^' ? '[^' : '[';
        i += source[i + 1] === '^' ? 2 : 1;
      }
    } else if (char === '.') {
      // ECMA-262, 22.2.1: every character except four line terminators. RE2 would exclude only the line feed.
      out += '[^\\x{a}\\x{d}\\x{2028}\\x{2029}]';
      i++;
    } else if (char === '(' && source[i + 1] === '?') {
      const group = /^\(\?(?::|<([A-Za-z_]\w*)>)/.exec(source.slice(i));
      if (!group) return undefined;
      out += '(?:';
      i += group[0].length;
    } else if (char === '$') {
      out += '\\z';
      i++;
    } else {
      out += char;
      i++;
    }
  }
  return out;
}

function translateEscape(source: string, at: number, inClass: boolean): { text: string; end: number } | undefined {
  const rest = source.slice(at, at + 64);
  const next = rest[1] ?? '';
  const end = at + 2;
  if (next === 's') return { text: inClass ? space : `[${space}]`, end };
  if (next === 'S') return { text: inClass ? notSpace : `[${notSpace}]`, end };
  if ('dDwW'.includes(next)) return { text: `\\${next}`, end };
  if (next === 'b' || next === 'B') return { text: inClass ? '\\x{8}' : `\\${next}`, end };
  if (next === '0' && /^\\0\d/.test(rest)) return undefined;
  if (controls[next] !== undefined) return { text: controls[next], end };
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control) return { text: codePoint(control[1]!.charCodeAt(0) % 32), end: at + 3 };
  const pair = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest);
  if (pair) {
    const code = String.fromCharCode(Number.parseInt(pair[1]!, 16), Number.parseInt(pair[2]!, 16)).codePointAt(0)!;
    return { text: codePoint(code), end: at + pair[0].length };
  }
  const hex = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\})/.exec(rest);
  if (hex) return { text: codePoint(Number.parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16)), end: at + hex[0].length };
  const property = /^\\([pP])\{(?:(?:Script|sc|General_Category|gc)=)?([A-Za-z_]+)\}/.exec(rest);
  if (property) return { text: `\\${property[1]}{${shortCategory(property[2]!)}}`, end: at + property[0].length };
  // The remaining letters and digits are back-references and unknown escapes.
  return /[A-Za-z0-9]/.test(next) || next === '' ? undefined : { text: codePoint(next.charCodeAt(0)), end };
}

const codePoint = (code: number): string => `\\x{${code.toString(16)}}`;

const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  Format: 'Cf',
  Surrogate: 'Cs',
  Private_Use: 'Co',
};

const shortCategory = (name: string): string => categories[name] ?? name;
