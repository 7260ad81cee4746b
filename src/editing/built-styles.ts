// The styles of a template with what they take from others, also of a template that does not compile.
import { buildStyles } from '../document/template/build-styles.ts';
import type { StyleProperties } from '../document/template/styles.ts';
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';

export function builtStyles({ written: { styles } }: PartTree): Readonly<Record<string, StyleProperties>> {
  const objects = Object.entries(isObject(styles) ? styles : {}).flatMap(([name, style]) =>
    isObject(style) ? [[name, { ...style, style: namesIn(style.style) }] as const] : [],
  );
  return buildStyles(Object.fromEntries(objects) as Record<string, StyleProperties>, () => {});
}

/** The names of styles, without the faults of a template that does not compile. */
const namesIn = (style: unknown): readonly string[] => [style].flat().filter((name) => typeof name === 'string');

/** The width that the styles of a column of a table give it. */
export function styledWidthOf(tree: PartTree, { value }: Part): StyleProperties['width'] {
  const names = isObject(value) ? namesIn(value.style) : [];
  const styles = builtStyles(tree);
  const widths = names.map((name) => (Object.hasOwn(styles, name) ? styles[name]!.width : undefined));
  return widths.findLast((width) => width !== undefined);
}
