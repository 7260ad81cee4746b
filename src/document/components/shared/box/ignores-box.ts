/**
 * Marks the component in a cell whose box the cell draws: margin, padding, border and background of its style have no effect on it.
 * The mark is no property of the template: checks and JSON do not see it.
 */
export const ignoresBox: unique symbol = Symbol('ignores the box properties of its style');
