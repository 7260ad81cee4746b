// Parts of a component in which margin, padding, border and background of a style have no effect.

/**
 * Marks such a part. The mark is no property of the template: checks and JSON do not see it.
 * `old`: a column or cell of the old notation, which never had a box. `elsewhere`: the part around it draws the box of the style.
 */
export const ignoresBox: unique symbol = Symbol('ignores the box properties of its style');

/** Marks an inline text of the old notation, in which `~`, `^`, `` ` `` and `[text]{.style}` were no marks. */
export const hasOldMarks: unique symbol = Symbol('an inline text of the old notation');

/** Marks a table of the old notation. */
export const hasOldCells: unique symbol = Symbol('a table of the old notation');
