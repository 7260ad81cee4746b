// Advice for people who call functions: an expression has filters, which stand behind their value.
import { adviseFunction, filterOfName, inWord } from '../other-names/filters.ts';
import { documentPath } from '../other-names/names.ts';
import { filterNames } from './filters/index.ts';

/** What to write for `sum(rows)`, `total.toFixed(2)` and `now()`. `at`: where the name of the function begins. `own`: the filters of the template. */
export function rightCall(source: string, at: number, name: string, own: readonly string[] = []): string {
  const begin = 'There are no functions';
  const [, inside = ''] = /^\s*\(([^()]*)\)/.exec(source.slice(at + name.length)) ?? [];
  // Elsewhere, a function of this name joins texts. The filter joins lists.
  const isOfTexts = name.toLowerCase() === 'concat' && !own.includes(name);
  const filter = own.includes(name) ? name : isOfTexts ? undefined : filterFor(name);
  const known = documentPath(name.toLowerCase());
  // `page_number()` asks for this page, and `page_number('terms')` for the page of an anchor.
  if (known !== undefined && (filter === undefined || inside.trim() === '')) return `${begin}. Write ${known}.`;
  if (filter === undefined) return `${begin}${formOf(isOfTexts ? 'concatenate' : name)}`;
  const [, owner] = /([\p{L}_$][\p{L}\p{N}_$.]*)\.\s*$/u.exec(source.slice(0, at)) ?? [];
  const given = inside.split(/,(?=(?:[^']*'[^']*')*[^']*$)/).map((one) => one.trim());
  const [value = '', ...rest] = owner === undefined ? given : [owner, ...given];
  if (filter === 'size' && owner !== undefined) return `${begin}. Write ${owner}.size.`;
  const args = rest.filter((one) => one !== '');
  const written = `${value === '' ? 'a' : value} | ${filter}${args.length > 0 ? `: ${args.join(', ')}` : ''}`;
  return `${begin}. A filter stands behind its value: ${written}.`;
}

/** What to write for the helpers of Handlebars, such as `formatDate date 'short'`. Undefined: the name is no filter. */
export function rightHelper(source: string, name: string): string | undefined {
  const filter = filterFor(name);
  const [, value, rest] = /^\s*\S+\s+([\p{L}_$][\p{L}\p{N}_$.]*)\s*(\S.*)?$/u.exec(source) ?? [];
  if (filter === undefined || value === undefined) return undefined;
  return `There are no functions. A filter stands behind its value: ${value} | ${filter}${rest === undefined ? '' : `: ${rest.trim()}`}.`;
}

/** The filter for a function of another language. */
function filterFor(name: string): string | undefined {
  return filterNames().find((one) => inWord(one) === inWord(name)) ?? filterOfName(name);
}

function formOf(name: string): string {
  const form = adviseFunction(name);
  return form === undefined
    ? ', and no filter has this name. A filter stands behind its value, as in total | money; all filters are in docs/reference/filters.md.'
    : `: ${form}.`;
}
