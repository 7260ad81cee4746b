// Advice for authors who write an expression in the syntax of other languages.
import { keywordKind } from '../other-names/keywords.ts';
import { adviseSign, insteadOfBlock, operatorOfWord } from '../other-names/operators.ts';

/** Operators and quotes of other languages that stand where an expression expects its own. */
export const foreignSymbols = /&&|\|\||[=!]==|<>|->|=[<>]|!(?!=)|\?\.|=(?!=)|\*\*|[`“”„‟‘’‚‛«»×÷−–—≤≥≠@#^~;]|\$(?=\{)/uy;

/** The right form of a foreign symbol at its place in an expression. */
export function rightSymbol(symbol: string, source: string, at: number): string | undefined {
  if (source.startsWith('@root', at)) return 'Write "data" for "@root".';
  if (symbol === '=>') return rightArrow(source, at);
  if (/[“”„‟‘’‚‛«»]/u.test(symbol)) return `Texts stand in straight quotes: 'text', not ${symbol}.`;
  if (/[−–—]/u.test(symbol)) return `Write "-" for "${symbol}".`;
  return adviseSign(symbol);
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
  return `There are no functions. Write the member, or an expression over the elements, in quotes: ${owner} | map: '${property}', or ${owner} | where: '${property} > 0'.`;
}

/** The right form of a keyword of another template language. `source`: the expression or the tag. Undefined: the word is an ordinary name. */
export function rightKeyword(word: string, source: string): string | undefined {
  const kind = keywordKind(word);
  if (kind === undefined) return undefined;
  return kind === 'loop' ? rightLoop(word, source) : `There is no "${word}"${keywordAdvice[kind]}`;
}

/** The rest of the sentence that begins with "There is no". */
const keywordAdvice = {
  condition:
    '. To print a component only sometimes, write "when": "…" in it. To choose between two texts, write {{ a ? b : c }}.',
  clock: ' and no clock. The date of the document is doc.date, as in doc.date | date.',
  setting: ': write the expression where its value is used.',
  part: ': what stands in several places is written once under "define", and each place says { "use": "its name" }.',
  end: ': a component ends where its braces do.',
  comment: ', and no comments here: leave it out.',
  raw: ': only "{{" means something in a text; to print it write {{ \'{{\' }}.',
} as const;

const path = String.raw`([\p{L}_$][\p{L}\p{N}_$.]*)`;
/** `for line in lines`, `line of lines`. */
const elementFirst = new RegExp(String.raw`(?:^|[\s(%#])${path}(?:\s*,\s*\w+)?\s+(?:in|of)\s+${path}`, 'u');
/** `each lines`, `foreach lines as line`. */
const listFirst = new RegExp(String.raw`(?:each|for|range|loop|repeat|tablerow)\s+${path}(?:\s+as\s+\|?\s*${path})?`, 'iu');

/** The advice for a loop, with the names that its author gave. */
function rightLoop(word: string, source: string): string {
  const [, first, among] = elementFirst.exec(source) ?? [];
  const [, list, as] = among === undefined ? (listFirst.exec(source) ?? []) : [undefined, among, first];
  const element = as === undefined ? '' : `, "as": "${as}"`;
  const elements = `"${list ?? 'lines'}"${element}`;
  return `There is no "${word}". To print something for each element of a list, write a component { "repeat": ${elements}, "body": … }, or a table: { "table": ${elements}, "columns": … }.`;
}

/** The advice for a word that is an operator in other languages, where an operator may stand. */
export function rightOperator(word: string, source: string): string | undefined {
  if (['AND', 'OR', 'NOT', 'And', 'Or', 'Not'].includes(word)) return `Write "${word.toLowerCase()}" for "${word}".`;
  const operator = operatorOfWord(word);
  if (
    /^is$/i.test(word) &&
    /\bis\s+(?:not\s+)?(?:defined|undefined|null|none|empty|set|true|false|blank|present|not)\b/i.test(source)
  )
    return `There is no "is". A value alone is a condition, which is false for a missing, empty or false value: write a, or not a.`;
  if (operator !== undefined) return `Write "${operator}" for "${word}".`;
  if (/^(?:in|of)$/i.test(word) && new RegExp(String.raw`^\s*${path}(?:\s*,\s*\w+)?\s+${word}\s+${path}\s*$`, 'u').test(source))
    return `${rightLoop(word, source)} To ask for one of several values, compare with each: a == 'x' or a == 'y'.`;
  if (/^in$/i.test(word))
    return `There is no "in". Write the list first: a | contains: 'x'. Or compare each value with ==, and join them with "or".`;
  if (/^(?:contains|includes|has)$/i.test(word))
    return `"${word}" is no operator. A filter stands behind its value: a | contains: 'x'.`;
  return undefined;
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
    const hint = meant ?? 'There are no tags in a text: components have "when", "repeat" and "table".';
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
  if (sign === '>') return `There are no partials${keywordAdvice.part}`;
  if (sign === '!') return /^!--|^!\s/.test(body) ? 'There are no comments here: leave it out.' : undefined;
  if (sign === '~' || sign.startsWith('-')) return 'A binding keeps the white space around it: write {{ a }}.';
  const meant = word === '' ? undefined : rightKeyword(word, body);
  return meant ?? (sign === '#' || sign === '^' || sign === '/' ? `There are no blocks in a text: ${insteadOfBlock}` : undefined);
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
