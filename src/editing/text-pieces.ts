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

/** Whether a text ends within parentheses: a filter there belongs to what it stands in. */
function endsInside(text: string): boolean {
  const signs = text.replaceAll(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/g, '');
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

const defaults: ReadonlySet<string> = new Set(['default']);

/** The text that `default` prints for a missing value. Undefined: no `default`, or its argument is not a text in quotes. */
export function defaultOf(expression: string): string | undefined {
  const [, , quoted] = /^default\s*:\s*(['"])((?:[^\\]|\\[\s\S])*)\1$/.exec(filterAmong(expression, defaults) ?? '') ?? [];
  return quoted?.replaceAll(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign));
}

/** An expression with another text for missing values. Empty: none. */
export const withDefault = (expression: string, text: string): string =>
  withFilter(
    expression,
    defaults,
    text === '' ? undefined : `default: '${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`,
  );

const path = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}\p{N}_$]+|\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])*$/u;

/** Whether an expression is the path of a field, whatever filters it passes. */
export const isPath = (expression: string): boolean => path.test(splitFilters(expression)[0]!.trim());

/** What an expression is called: the last names of its path in plain words; the expression itself if it computes. */
export function nameOfBinding(expression: string): string {
  const value = splitFilters(expression)[0]!.trim();
  if (!isPath(expression)) return value;
  const names = [...value.matchAll(/\['([^']*)'\]|\["([^"]*)"\]|[^.[\]]+/g)].map(([name, one, other]) => one ?? other ?? name);
  const named = names.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name));
  const [first = '', ...last] = named.slice(-2);
  // A single letter stands for an element of a list, and says nothing to people.
  return inWords(first.length === 1 && last.length > 0 ? last : [first, ...last]);
}
