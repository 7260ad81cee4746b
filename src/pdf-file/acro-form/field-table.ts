// The types of form fields and their flags (ISO 32000-2, tables 226 to 234). Whoever reads, fills or writes fields takes them from here.

/** The entry FT of a field (table 226). */
export const fieldTypes = { button: 'Btn', text: 'Tx', choice: 'Ch', signature: 'Sig' } as const;

export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];

/** A flag of the entry Ff: its position, which counts from 1 as in the standard, and the type of field that has it. */
interface FieldFlag {
  readonly position: number;
  /** Undefined: all types. */
  readonly of?: FieldType;
}

const fieldFlags = {
  // Table 227.
  readOnly: { position: 1 },
  required: { position: 2 },
  noExport: { position: 3 },
  // Table 229.
  noToggleToOff: { position: 15, of: 'Btn' },
  radio: { position: 16, of: 'Btn' },
  pushButton: { position: 17, of: 'Btn' },
  radiosInUnison: { position: 26, of: 'Btn' },
  // Table 231.
  multiline: { position: 13, of: 'Tx' },
  password: { position: 14, of: 'Tx' },
  fileSelect: { position: 21, of: 'Tx' },
  doNotSpellCheck: { position: 23 },
  doNotScroll: { position: 24, of: 'Tx' },
  comb: { position: 25, of: 'Tx' },
  richText: { position: 26, of: 'Tx' },
  // Table 233.
  combo: { position: 18, of: 'Ch' },
  edit: { position: 19, of: 'Ch' },
  sort: { position: 20, of: 'Ch' },
  multiSelect: { position: 22, of: 'Ch' },
  commitOnSelChange: { position: 27, of: 'Ch' },
} as const satisfies Readonly<Record<string, FieldFlag>>;

export type FieldFlagName = keyof typeof fieldFlags;

/** The value of Ff with these flags. */
export const toFieldFlags = (names: Iterable<FieldFlagName>): number =>
  [...names].reduce((sum, name) => sum | (1 << (fieldFlags[name].position - 1)), 0);

export const hasFieldFlag = (flags: number, name: FieldFlagName): boolean => (flags & toFieldFlags([name])) !== 0;

/** The kinds of fields as people know them: a type, with the flags that tell kinds of one type apart. */
const fieldKinds = ['text', 'checkbox', 'radio', 'button', 'dropdown', 'list', 'signature'] as const;

export type FieldKind = (typeof fieldKinds)[number];

/** Undefined: the type is no type of field. */
export function fieldKindOf(type: string | undefined, flags: number): FieldKind | undefined {
  if (type === 'Tx') return 'text';
  if (type === 'Sig') return 'signature';
  if (type === 'Ch') return hasFieldFlag(flags, 'combo') ? 'dropdown' : 'list';
  if (type !== 'Btn') return undefined;
  if (hasFieldFlag(flags, 'pushButton')) return 'button';
  return hasFieldFlag(flags, 'radio') ? 'radio' : 'checkbox';
}

/** The entries that a field inherits from the fields above it (tables 226, 228, 230, 232, 234). */
export const inheritedEntries = ['FT', 'Ff', 'V', 'DV', 'DA', 'Q', 'DS', 'RV', 'MaxLen', 'Opt', 'TI', 'I'] as const;

/** Flags of an annotation (ISO 32000-2, table 167), by their values. */
export const annotationFlags = { invisible: 1, hidden: 2, print: 4, noZoom: 8, noRotate: 16, noView: 32 } as const;

/** The entry Q: how text stands in its field (table 228). */
export const alignments = ['left', 'center', 'right'] as const;

export type Alignment = (typeof alignments)[number];

/** Styles of a border (table 168), as the entry S of BS names them. */
export const borderStyles = { solid: 'S', dashed: 'D', beveled: 'B', inset: 'I', underline: 'U' } as const;

/** The signs of check boxes and radio buttons in ZapfDingbats, which the entry CA of MK names (table 192). */
export const buttonSigns = { check: '4', circle: 'l', cross: '8', diamond: 'u', square: 'n', star: 'H' } as const;

export type ButtonSign = keyof typeof buttonSigns;
