// Advice for authors who write an expression in the syntax of other languages.

/** Operators and quotes of other languages that stand where an expression expects its own. */
export const foreignSymbols = /&&?|\|\||[=!]==|<>|->|=[<>]|!(?!=)|\?\?|\?\.|=(?!=)|\*\*|[`“”„‟‘’‚‛«»×÷−–—≤≥≠@#^~;]|\$(?=\{)/uy;

/** Advice for an operator of another language in an expression. */
const symbolAdvice: Readonly<Record<string, string>> = {
  '&&': 'Write "and" for "&&".',
  '&': 'Write "and" for "&"; texts are joined by writing bindings beside each other: {{ a }} {{ b }}.',
  '||': 'Write "or" for "||"; a value in place of a missing one is {{ a | default: b }}.',
  '===': 'Write "==" for "===".',
  '!==': 'Write "!=" for "!==".',
  '<>': 'Write "!=" for "<>".',
  '=<': 'Write "<=" for "=<".',
  '->': 'Write "." for "->".',
  '!': 'Write "not" for "!".',
  '??': 'Write {{ a | default: b }} for "a ?? b".',
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
  '#': "There are no blocks in a text: write `when` on a component, `each` on a repeat or table, or a ? b : ''.",
  ';': 'Separate arguments by commas.',
  '~': 'Texts are joined by writing bindings beside each other: {{ a }} {{ b }}.',
  $: 'Write {{ a }} without "$" before the brace.',
};

/** The right form of a foreign symbol at its place in an expression. */
export function rightSymbol(symbol: string, source: string, at: number): string | undefined {
  if (source.startsWith('@root', at)) return 'Write "data" for "@root".';
  if (symbol === '=>') return rightArrow(source, at);
  if (/[“”„‟‘’‚‛«»]/u.test(symbol)) return `Texts stand in straight quotes: 'text', not ${symbol}.`;
  if (/[−–—]/u.test(symbol)) return `Write "-" for "${symbol}".`;
  return Object.hasOwn(symbolAdvice, symbol) ? symbolAdvice[symbol] : undefined;
}

/** `lines.map(l => l.amount)` is an arrow function, `total => 5` a comparison. */
function rightArrow(source: string, at: number): string {
  const [, parameter] = /([\p{L}_$][\p{L}\p{N}_$]*)\s*\)?\s*$/u.exec(source.slice(0, at)) ?? [];
  const [, name, member] =
    /^=>\s*\(?\s*([\p{L}_$][\p{L}\p{N}_$]*)(?:\.([\p{L}_$][\p{L}\p{N}_$.]*))?/u.exec(source.slice(at)) ?? [];
  const [, list] =
    /([\p{L}_$][\p{L}\p{N}_$.]*)(?:\.\w+\(|\s*\|\s*\w+\s*[:(])\s*\(?\s*[\p{L}_$][\p{L}\p{N}_$]*\s*\)?\s*$/u.exec(
      source.slice(0, at),
    ) ?? [];
  if (list === undefined && (name === undefined || name !== parameter)) return 'Write ">=" for "=>".';
  const owner = list ?? 'lines';
  const property = member ?? 'name';
  return `There are no functions. Write the name of the member in quotes: ${owner} | map: '${property}', or ${owner} | where: '${property}', '>', 0.`;
}

const wordOperators: Readonly<Record<string, string>> = {
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
};

const conditions = new Set([
  'if',
  'elif',
  'elseif',
  'elsif',
  'else',
  'endif',
  'unless',
  'endunless',
  'when',
  'case',
  'endcase',
  'switch',
  'then',
]);
const loops = new Set([
  'for',
  'endfor',
  'each',
  'foreach',
  'endforeach',
  'endeach',
  'while',
  'endwhile',
  'range',
  'tablerow',
  'loop',
  'repeat',
  'in',
]);
const settings = new Set(['let', 'set', 'endset', 'var', 'const', 'assign', 'capture', 'endcapture', 'with', 'endwith']);
const parts = new Set(['include', 'render', 'partial', 'import', 'extends', 'block', 'endblock', 'macro', 'endmacro']);

/** The right form of a keyword of another template language. `source`: the expression or the tag. Undefined: the word is an ordinary name. */
export function rightKeyword(word: string, source: string): string | undefined {
  const lower = word.toLowerCase();
  if (conditions.has(lower))
    return `There is no "${word}". To print a component only sometimes, write "when": "…" in it. To choose between two texts, write {{ a ? b : c }}.`;
  if (loops.has(lower)) return rightLoop(word, source);
  if (lower === 'new') return `There is no "new" and no clock. The date of the document is doc.date, as in doc.date | date.`;
  if (settings.has(lower)) return `There is no "${word}": write the expression where its value is used.`;
  if (parts.has(lower)) return `There is no "${word}": every part of a page is a component.`;
  if (lower === 'end') return 'There is no "end": a component ends where its braces do.';
  if (lower === 'comment' || lower === 'endcomment') return 'There are no comments here: leave it out.';
  if (lower === 'raw' || lower === 'endraw' || lower === 'verbatim' || lower === 'endverbatim')
    return 'Only "{{" means something in a text; to print it write {{ \'{{\' }}.';
  return undefined;
}

const path = String.raw`([\p{L}_$][\p{L}\p{N}_$.]*)`;
/** `for line in lines`, `line of lines`. */
const elementFirst = new RegExp(String.raw`(?:^|[\s(%#])${path}(?:\s*,\s*\w+)?\s+(?:in|of)\s+${path}`, 'u');
/** `each lines`, `foreach lines as line`. */
const listFirst = new RegExp(String.raw`(?:each|for|range|loop|repeat|tablerow)\s+${path}(?:\s+as\s+\|?\s*${path})?`, 'iu');

/** The advice for a loop, with the names that its author gave. */
function rightLoop(word: string, source: string): string {
  const [, first, among] = elementFirst.exec(source) ?? [];
  const [, list, as] = among === undefined ? (listFirst.exec(source) ?? []) : [undefined, among, first];
  const element = as === undefined ? '' : ` and "as": "${as}"`;
  return `There is no "${word}". To print something for each element of a list, write "each": "${list ?? 'lines'}"${element} in a "repeat" or a "table".`;
}

/** The advice for a word that is an operator in other languages, where an operator may stand. */
export function rightOperator(word: string, source: string): string | undefined {
  if (['AND', 'OR', 'NOT', 'And', 'Or', 'Not'].includes(word)) return `Write "${word.toLowerCase()}" for "${word}".`;
  const operator = Object.hasOwn(wordOperators, word.toLowerCase()) ? wordOperators[word.toLowerCase()] : undefined;
  if (
    /^is$/i.test(word) &&
    /\bis\s+(?:not\s+)?(?:defined|undefined|null|none|empty|set|true|false|blank|present|not)\b/i.test(source)
  )
    return `There is no "is". A value alone is a condition, which is false for a missing, empty or false value: write a, or not a.`;
  if (operator !== undefined) return `Write "${operator}" for "${word}".`;
  if (/^(?:in|of)$/i.test(word) && new RegExp(String.raw`^\s*${path}(?:\s*,\s*\w+)?\s+${word}\s+${path}\s*$`, 'u').test(source))
    return `${rightLoop(word, source)} To ask for one of several values, compare with each: a == 'x' or a == 'y'.`;
  if (/^(?:in|contains)$/i.test(word)) return `There is no "${word}": compare each value with ==, and join them with "or".`;
  return undefined;
}

/** Names of values in other languages. A name in the data schema is a path; any other is a mistake. */
export const foreignValues: Readonly<Record<string, string>> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  Null: 'null',
  NULL: 'null',
  undefined: 'null',
};

/** Names of the element and its loop in other languages. A name in the data schema is a path. */
export const foreignRoots: Readonly<Record<string, string>> = {
  this: 'There is no "this". Write the name of the member alone; the element of a repeat or table is "item", or what its "as" says.',
  self: 'There is no "self". Write the name of the member alone; the element of a repeat or table is "item", or what its "as" says.',
  forloop: 'There is no "forloop": write "loop".',
  $index: 'Write "loop.index - 1" for "$index": loop.index counts from 1.',
};

/** Names for the date and the pages in other tools. A name is a path if the data schema knows it or does not describe the members there. */
export const documentNames: Readonly<Record<string, string>> = {
  now: 'doc.date',
  today: 'doc.date',
  current_date: 'doc.date',
  currentDate: 'doc.date',
  sysdate: 'doc.date',
  pageNumber: 'page.number',
  page_number: 'page.number',
  currentPage: 'page.number',
  pageCount: 'page.total',
  page_count: 'page.total',
  pages: 'page.total',
  numPages: 'page.total',
  totalPages: 'page.total',
  total_pages: 'page.total',
  nbpages: 'page.total',
  topage: 'page.total',
};

/** Names of filters in other languages, with the filter of the same meaning here. */
const foreignFilterNames: Readonly<Record<string, string>> = {
  average: 'avg',
  coalesce: 'default',
  fallback: 'default',
  ifempty: 'default',
  ifnull: 'default',
  nvl: 'default',
  otherwise: 'default',
  mean: 'avg',
  concat: 'join',
  count: 'size',
  length: 'size',
  currency: 'money',
  dateformat: 'date',
  date_format: 'date',
  format_date: 'date',
  formatdate: 'date',
  moment: 'date',
  strftime: 'date',
  format_currency: 'money',
  format_number: 'number',
  formatnumber: 'number',
  number_format: 'number',
  numberformat: 'number',
  decimal: 'number',
  datetimeformat: 'datetime',
  intcomma: 'number',
  tolocalestring: 'number',
  tolocaledatestring: 'date',
  toisostring: 'date',
  fixed: 'number',
  floatformat: 'number',
  tofixed: 'number',
  filter: 'where',
  select: 'where',
  selectattr: 'where',
  groupby: 'group',
  group_by: 'group',
  lower: 'downcase',
  lowercase: 'downcase',
  tolowercase: 'downcase',
  maximum: 'max',
  minimum: 'min',
  order: 'sort',
  orderby: 'sort',
  sort_by: 'sort',
  percentage: 'percent',
  pluck: 'map',
  ljust: 'pad',
  lpad: 'pad',
  padend: 'pad',
  padleft: 'pad',
  padstart: 'pad',
  rjust: 'pad',
  rpad: 'pad',
  zfill: 'pad',
  nl2br: 'newline_to_br',
  slug: 'slugify',
  stringify: 'json',
  sortby: 'sort',
  order_by: 'sort',
  pageref: 'page_number',
  page_ref: 'page_number',
  page_of: 'page_number',
  target_counter: 'page_number',
  titleize: 'capitalize',
  ucfirst: 'capitalize',
  spellout: 'spell_out',
  title: 'capitalize',
  titlecase: 'capitalize',
  tojson: 'json',
  total: 'sum',
  trim: 'strip',
  unique: 'uniq',
  distinct: 'uniq',
  upper: 'upcase',
  uppercase: 'upcase',
  touppercase: 'upcase',
};

/** Advice for functions of Liquid, Jinja, Twig and JavaScript that an expression does not have. */
const foreignFunctionAdvice: Readonly<Record<string, string>> = {
  plus: 'write {{ a + b }}',
  add: 'write {{ a + b }}',
  minus: 'write {{ a - b }}',
  subtract: 'write {{ a - b }}',
  times: 'write {{ a * b }}',
  multiply: 'write {{ a * b }}',
  multiplied_by: 'write {{ a * b }}',
  divided_by: 'write {{ a / b }}',
  divide: 'write {{ a / b }}',
  modulo: 'write {{ a % b }}',
  abs: 'write {{ a < 0 ? -a : a }}',
  append: 'texts are joined by writing bindings beside each other: {{ a }} {{ b }}',
  prepend: 'texts are joined by writing bindings beside each other: {{ a }} {{ b }}',
  // Authors of templates for HTML escape values, or forbid it.
  escape: 'values are never escaped, leave it out',
  escape_once: 'values are never escaped, leave it out',
  e: 'values are never escaped, leave it out',
  h: 'values are never escaped, leave it out',
  safe: 'values are never escaped, leave it out',
  raw: 'values are never escaped, leave it out',
  format: "write number: 2, money: 'EUR' or date: 'dd.MM.yyyy'",
};

/** The advice for a function of another language that no filter stands for. */
export function rightForm(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(foreignFunctionAdvice, lower) ? foreignFunctionAdvice[lower] : undefined;
}

/** The filter that has this name in another language. */
export function rightFilter(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(foreignFilterNames, lower) ? foreignFilterNames[lower] : undefined;
}

export interface ForeignTag {
  readonly offset: number;
  readonly message: string;
}

/** Finds tags of Liquid, Jinja, Twig, ERB and JavaScript, which a text would print as they are. */
export function findForeignTags(text: string): readonly ForeignTag[] {
  const found: ForeignTag[] = [];
  for (const { 0: tag, 1: word, index: offset } of text.matchAll(/\{%[-+~]?\s*([a-z]\w*)?[^{}%]*(?:%\})?/giu)) {
    const meant = word === undefined ? undefined : rightKeyword(word, tag);
    if (meant === undefined && !tag.endsWith('%}')) continue;
    const hint = meant ?? 'There are no tags in a text: components have "when" and "each".';
    found.push({ offset, message: `${shorten(tag)} is printed as it is. ${hint} To print "{%" write {{ '{%' }}.` });
  }
  for (const { 0: tag, 1: path, index: offset } of text.matchAll(/\$\{\s*([\p{L}_$][\p{L}\p{N}_$.[\]'"]*)\s*\}/gu))
    found.push({
      offset,
      message: `${shorten(tag)} is printed as it is: write {{ ${path} }}. To print "$" and "{" write {{ '\${' }}.`,
    });
  for (const { 0: tag, 1: path, index: offset } of text.matchAll(/<%[=-]?\s*([^%\s][^%]*?)\s*-?%>/gu))
    found.push({
      offset,
      message: `${shorten(tag)} is printed as it is: write {{ ${shorten(path!)} }}. To print "<%" write {{ '<%' }}.`,
    });
  for (const { 0: tag, index: offset } of text.matchAll(/\{#[^{}]*#\}/gu))
    found.push({
      offset,
      message: `${shorten(tag)} is printed as it is: there are no comments in a text. To print "{#" write {{ '{#' }}.`,
    });
  return found;
}

/** Names in the marks of other tools: `{name}`, `«name»`, `<<name>>`, `[[name]]`. `isName`: whether the data or the template has it. */
export function findForeignMarks(text: string, isName: (name: string) => boolean): readonly ForeignTag[] {
  const found: ForeignTag[] = [];
  for (const { 0: mark, index: offset, groups } of text.matchAll(
    /(?<![{$])\{\s*(?<a>[\p{L}_][\p{L}\p{N}_.]*)\s*\}(?!\})|«\s*(?<b>[\p{L}_][\p{L}\p{N}_.]*)\s*»|<<\s*(?<c>[\p{L}_][\p{L}\p{N}_.]*)\s*>>|\[\[\s*(?<d>[\p{L}_][\p{L}\p{N}_.]*)\s*\]\]/gu,
  )) {
    const path = (groups?.a ?? groups?.b ?? groups?.c ?? groups?.d)!;
    if (!isName(path.split('.')[0]!)) continue;
    const sign = /^\W/u.exec(mark)![0];
    found.push({
      offset,
      message: `${shorten(mark)} is printed as it is: write {{ ${shorten(path)} }}. To print "${sign}" write {{ '${sign}' }}.`,
    });
  }
  return found;
}

/** The advice for blocks and comments of Handlebars and Mustache, and for bindings that trim white space. Undefined: an expression. */
export function foreignBinding(source: string): string | undefined {
  const body = source.trim();
  const [, sign, word = ''] = /^([#^/>!&{]|~|-(?=\s)[\s\S]*-$)\s*([\p{L}_]*)/u.exec(body) ?? [];
  if (sign === undefined) return undefined;
  if (sign === '{') return 'Values are never escaped: write two braces, {{ a }}, not three.';
  if (sign === '&') return body === '&' || /^&&/.test(body) ? undefined : 'Values are never escaped: write {{ a }} without "&".';
  if (sign === '>') return 'There are no partials: every part of a page is a component.';
  if (sign === '!')
    return /^!--|^!\s/.test(body) && !/^!\s*[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(body)
      ? 'There are no comments here: leave it out.'
      : undefined;
  if (sign === '~' || sign.startsWith('-')) return 'A binding keeps the white space around it: write {{ a }}.';
  const meant = word === '' ? undefined : rightKeyword(word, body);
  return (
    meant ??
    (sign === '#' || sign === '^' || sign === '/'
      ? `There are no blocks in a text: put "when" or "each" on a component, or write {{ a ? b : '' }}.`
      : undefined)
  );
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
