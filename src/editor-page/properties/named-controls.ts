// The controls that properties have by their names, because no schema tells them.

/**
 * What shows a value. `line`: any text or number in one line. `long`: a text of several lines. `lines`: a list of texts. `names`: a name of the template, such
 * as a style. `members`: an object, with a control for each member. `arguments`: the values that a block needs. `code`: nothing here does; it opens the JSON.
 */
export type ControlKind =
  | 'line'
  | 'long'
  | 'lines'
  | 'toggle'
  | 'choice'
  | 'alignment'
  | 'color'
  | 'names'
  | 'expression'
  | 'sides'
  | 'members'
  | 'arguments'
  | 'code';

/** Whose names a control of names offers. */
export type NamesOf = 'fonts' | 'styles' | 'pictures' | 'files' | 'blocks';

/** Controls by the names of properties. The schemas choose all others. */
export const namedControls: Readonly<Record<string, { readonly kind: ControlKind; readonly names?: NamesOf }>> = {
  align: { kind: 'alignment' },
  annotation: { kind: 'long' },
  empty: { kind: 'long' },
  fallback: { kind: 'names', names: 'pictures' },
  font: { kind: 'names', names: 'fonts' },
  footerStyle: { kind: 'names', names: 'styles' },
  headerStyle: { kind: 'names', names: 'styles' },
  image: { kind: 'names', names: 'pictures' },
  logo: { kind: 'names', names: 'pictures' },
  markdown: { kind: 'long' },
  markerStyle: { kind: 'names', names: 'styles' },
  message: { kind: 'long' },
  note: { kind: 'long' },
  pdf: { kind: 'names', names: 'files' },
  rowStyle: { kind: 'names', names: 'styles' },
  style: { kind: 'names', names: 'styles' },
  text: { kind: 'long' },
  use: { kind: 'names', names: 'blocks' },
  with: { kind: 'arguments' },
};
