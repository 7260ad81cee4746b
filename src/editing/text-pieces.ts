// The pieces of a text: what is printed as it is written, and the bindings in it. A binding is an expression between braces, whose value may pass through filters.
import { findBindingEnd } from '../document/expression/binding-end.ts';
import { inWords } from './field-names.ts';

/** A piece of a text. The `text` of all pieces, one after the other, is the whole text. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `expression`: what stands between the braces, with its spaces. */
  | { readonly kind: 'binding'; readonly text: string; readonly expression: string };

/** What stands between braces and prints no value: tags and comments of other languages. */
const notBinding = /^\s*(?:[#/^!>&]|(?:else|elif|elsif|elseif|end\p{L}*)?\s*$)|^[~{-]/u;

export function readPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let begin = 0;
  const addText = (end: number) => {
    if (end > begin) pieces.push({ kind: 'text', text: text.slice(begin, end) });
  };
  for (let open = text.indexOf('{{'); open >= 0; ) {
    const close = findBindingEnd(text, open + 2);
    if (close < 0) break;
    const expression = text.slice(open + 2, close);
    const end = close + 2;
    if (!notBinding.test(expression)) {
      addText(open);
      pieces.push({ kind: 'binding', text: text.slice(open, end), expression });
      begin = end;
    }
    open = text.indexOf('{{', end);
  }
  addText(text.length);
  return pieces;
}

/** An expression and its filters, as they are written: their texts with `|` between them are the whole expression. */
export function splitFilters(expression: string): readonly string[] {
  const parts = [''];
  for (const [token] of expression.matchAll(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|[\s\S]/g)) {
    if (token === '|' && !endsInside(parts.at(-1)!)) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

/** The same text with spaces where texts in quotes stand. */
const withoutTexts = (text: string): string =>
  text.replaceAll(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/g, (quoted) => ' '.repeat(quoted.length));

/** Whether a text ends within parentheses: a filter there belongs to what it stands in. */
function endsInside(text: string): boolean {
  const signs = withoutTexts(text);
  return signs.replaceAll(/[^([]/g, '').length > signs.replaceAll(/[^)\]]/g, '').length;
}

/** The name of a filter: `money` of ` money: 'EUR'`. */
const filterName = (filter: string): string => filter.split(':')[0]!.trim();

/** The filter of an expression with one of these names, as it is written. Undefined: no such filter. */
export function filterAmong(expression: string, names: ReadonlySet<string>): string | undefined {
  const [, ...filters] = splitFilters(expression);
  return filters.findLast((one) => names.has(filterName(one)))?.trim();
}

/** An expression whose filter with one of these names is replaced. `filter`: undefined to remove it. A new filter stands before `default`. */
export function withFilter(expression: string, names: ReadonlySet<string>, filter: string | undefined): string {
  const [value = '', ...filters] = splitFilters(expression);
  const at = filters.findLastIndex((one) => names.has(filterName(one)));
  const given = filter === undefined ? [] : [` ${filter} `];
  const isLast = filters.length > 0 && filterName(filters.at(-1)!) === 'default' && !names.has('default');
  const place = at >= 0 ? at : filters.length - (isLast ? 1 : 0);
  const parts = [value, ...filters.toSpliced(place, at >= 0 ? 1 : 0, ...given)];
  return parts
    .map((part, i) => (i < parts.length - 1 ? `${part.trimEnd()} ` : `${part.trimEnd()}${/\s$/.test(expression) ? ' ' : ''}`))
    .join('|');
}

/** What is printed where a value is missing: a text, or the number 0 with the filters of the binding. */
export type Substitute = string | 0;

/** An expression, and what it says of a missing value. */
export interface SubstitutedExpression {
  /** Without the substitute: `(name | upcase) ?? 'nobody'` is ` name | upcase `. */
  readonly expression: string;
  /** Undefined: the expression has none, or one that only code can say. */
  readonly substitute: Substitute | undefined;
}

const path = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}\p{N}_$]+|\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])*$/u;

export function readSubstitute(whole: string): SubstitutedExpression {
  const [value = '', ...filters] = splitFilters(whole);
  const [end, one, other] = /\?\?\s*(?:'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)")\s*$/.exec(whole) ?? [];
  const before = end === undefined || filters.length > 0 ? undefined : ungrouped(whole.slice(0, -end.length));
  if (before !== undefined) {
    const substitute = (one ?? other ?? '').replaceAll(/\\([\s\S])/g, (_, sign: string) =>
      sign === 'n' ? '\n' : sign === 't' ? '\t' : sign,
    );
    return { expression: before, substitute };
  }
  const zero = ungrouped(/^([\s\S]*)\?\?\s*0\s*$/.exec(value)?.[1] ?? '');
  return zero === undefined
    ? { expression: whole, substitute: undefined }
    : { expression: [zero, ...filters].join('|'), substitute: 0 };
}

/** An expression without a substitute, with this one. */
export function withSubstitute(expression: string, substitute: Substitute | undefined): string {
  if (substitute === undefined) return expression;
  const grouped = (text: string) => (path.test(text.trim()) ? text.trim() : `(${text.trim()})`);
  if (substitute !== 0) {
    return ` ${grouped(expression)} ?? '${substitute.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}' `;
  }
  const [value = '', ...filters] = splitFilters(expression);
  return [` ${grouped(value)} ?? 0 `, ...filters].join('|');
}

/** A path, or what stands in the parentheses that are the whole of a text. Undefined: it is neither. */
function ungrouped(text: string): string | undefined {
  const whole = text.trim();
  if (path.test(whole)) return ` ${whole} `;
  const isGroup = /^\([\s\S]*\)$/.test(whole);
  let depth = 0;
  const isOne = [...withoutTexts(whole).slice(0, -1)].every((sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    return depth > 0;
  });
  return isGroup && isOne ? ` ${whole.slice(1, -1).trim()} ` : undefined;
}

/** What a binding prints, without its filters and its substitute. */
export const valueOfBinding = (expression: string): string => splitFilters(readSubstitute(expression).expression)[0]!.trim();

/** Whether an expression is the path of a field, whatever filters it passes and whatever stands for it if it is missing. */
export const isPath = (expression: string): boolean => path.test(valueOfBinding(expression));

/** What an expression is called: the last names of its path in plain words; the expression itself if it computes. */
export function nameOfBinding(expression: string): string {
  const value = valueOfBinding(expression);
  if (!isPath(expression)) return value;
  const names = [...value.matchAll(/\['([^']*)'\]|\["([^"]*)"\]|[^.[\]]+/g)].map(([name, one, other]) => one ?? other ?? name);
  const named = names.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name));
  const [first = '', ...last] = named.slice(-2);
  // A single letter stands for an element of a list, and says nothing to people.
  return inWords(first.length === 1 && last.length > 0 ? last : [first, ...last]);
}
