// The styles of a template with what they take from others, also of a template that does not compile.
import { buildStyles } from '../document/template/build-styles.ts';
import type { StyleProperties } from '../document/template/styles.ts';
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';

export function builtStyles({ written: { styles } }: PartTree): Readonly<Record<string, StyleProperties>> {
  const objects = Object.entries(isObject(styles) ? styles : {}).filter(([, style]) => isObject(style));
  return buildStyles(Object.fromEntries(objects) as Record<string, StyleProperties>, () => {});
}

/** The width that the styles of a column of a table give it. */
export function styledWidthOf(tree: PartTree, { value }: Part): StyleProperties['width'] {
  const names: readonly unknown[] = isObject(value) ? [value.style].flat() : [];
  const styles = builtStyles(tree);
  const widths = names.map((name) => (Object.hasOwn(styles, String(name)) ? styles[String(name)]!.width : undefined));
  return widths.findLast((width) => width !== undefined);
}
