// Reads the rules of a table: the lines between and around its cells.
import type { FromSchema } from '../../../contract/schema.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { stroke } from '../lengths.ts';
import type { tableProperties } from './table-schema.ts';

export interface TableRules {
  readonly rows: Stroke | undefined;
  readonly columns: Stroke | undefined;
  readonly header: Stroke | undefined;
  readonly footer: Stroke | undefined;
  readonly outer: Stroke | undefined;
  /** Below the last row. */
  readonly last: Stroke | undefined;
}

const none: TableRules = {
  rows: undefined,
  columns: undefined,
  header: undefined,
  footer: undefined,
  outer: undefined,
  last: undefined,
};

/** The rules of a table as the template writes them. `hasBorder`: the border of the table itself is its outline. */
export function rulesOf(value: FromSchema<(typeof tableProperties)['rules']> | undefined, hasBorder: boolean): TableRules {
  const rules = readRules(value);
  return hasBorder ? { ...rules, outer: undefined, last: undefined } : rules;
}

function readRules(value: FromSchema<(typeof tableProperties)['rules']> | undefined): TableRules {
  if (value === undefined || value === 'none') return none;
  const hairline = stroke({});
  if (value === 'rows') return { ...none, rows: hairline, header: hairline, last: hairline };
  if (value === 'all')
    return { rows: hairline, columns: hairline, header: hairline, footer: hairline, outer: hairline, last: hairline };
  const strokes = value as {
    readonly [K in Exclude<keyof TableRules, 'last'>]?: { width?: number; color?: string; dash?: readonly number[] };
  };
  const of = (name: Exclude<keyof TableRules, 'last'>) => (strokes[name] ? stroke(strokes[name]) : undefined);
  return {
    rows: of('rows'),
    columns: of('columns'),
    header: of('header') ?? of('rows'),
    footer: of('footer'),
    outer: of('outer'),
    last: of('outer') ?? of('rows'),
  };
}
