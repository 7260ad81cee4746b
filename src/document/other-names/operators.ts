// Operators of other languages, and what stands in their place.
import { inSmallLetters, otherNames } from './other-names.ts';

/** How an expression makes one text of others. */
export const joinsTexts = "texts are joined by a & b, as in 'No. ' & number";

export const insteadOfBlock = `write "when" in a component, a component with "repeat" or "table", or a ? b : ''.`;

/** Advice for a sign. */
export const adviseSign = otherNames({
  '&&': 'Write "and" for "&&".',
  '||': 'Write "or" for "||"; a value in place of a missing one is a ?? b.',
  '===': 'Write "==" for "===".',
  '!==': 'Write "!=" for "!==".',
  '<>': 'Write "!=" for "<>".',
  '=<': 'Write "<=" for "=<".',
  '->': 'Write "." for "->".',
  '!': 'Write "not" for "!".',
  '?.': 'Write "." for "?.": a member of a missing value is missing, which is no error.',
  '=': 'Write "==" for "=": expressions compare, they set nothing.',
  '**': 'There is no power: multiply.',
  '^': 'There is no power: multiply.',
  '`': "Texts stand in straight quotes: 'text'; to put values into a text write {{ a }} beside it.",
  '×': 'Write "*" for "×".',
  '÷': 'Write "/" for "÷".',
  '≤': 'Write "<=" for "≤".',
  '≥': 'Write ">=" for "≥".',
  '≠': 'Write "!=" for "≠".',
  '@': 'Write loop.index, loop.first or loop.last, without "@".',
  '#': `There are no blocks in a text: ${insteadOfBlock}`,
  ';': 'Separate arguments by commas.',
  '~': `There is no "~": ${joinsTexts}.`,
  $: 'Write {{ a }} without "$" before the brace.',
});

/** The operator that a word stands for. */
export const operatorOfWord = otherNames(
  {
    eq: '==',
    is: '==',
    equals: '==',
    ne: '!=',
    neq: '!=',
    gt: '>',
    ge: '>=',
    gte: '>=',
    lt: '<',
    le: '<=',
    lte: '<=',
    mod: '%',
    div: '/',
    xor: '!=',
  },
  inSmallLetters,
);
