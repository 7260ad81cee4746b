// The looks of a table that come from its styles.
import { tableLooks } from '../../template/table-looks.ts';
import type { CompileContext } from '../component.ts';
import { literalStyleNames } from '../shared/bound-values/bound-style.ts';

/** The properties of a table with the looks of its styles: later styles win, and its own properties win over both. */
export function styledLooks<T extends { readonly style?: unknown }>(props: T, { template }: CompileContext): T {
  const looks = literalStyleNames(props).map((name) => {
    const style = Object.entries(template.styles.styles[name] ?? {});
    return Object.fromEntries(style.filter(([property]) => Object.hasOwn(tableLooks, property)));
  });
  return Object.assign({}, ...looks, props);
}
