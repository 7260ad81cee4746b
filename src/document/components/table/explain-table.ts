// Advice for tables that are written as in other tools: sums, groups, and rows at the edges of sheets.
import { isObject } from '../../../json/is-object.ts';
import { explainNoList } from '../../template/check.ts';
import type { ForeignNotation } from '../component.ts';
import { footerRow, headerRow, type RowSheets } from './table-schema.ts';

/** The first part of a table that is written in another form. */
export function explainTable({
  as = 'item',
  columns,
  sums,
  groups,
  header,
  footer,
}: Readonly<Record<string, unknown>>): ForeignNotation | undefined {
  const each = Array.isArray(columns) ? columns.findIndex((column) => isObject(column) && !isList(column.each)) : -1;
  if (each >= 0) return { place: `/columns/${each}/each`, message: explainNoList((columns as { each?: unknown }[])[each]!.each) };
  const flag = Array.isArray(columns) ? columns.findIndex((column) => isObject(column) && column.merge === true) : -1;
  if (flag >= 0) {
    const message = `must say what equal neighbours have in common: write "${as}.…"`;
    return { place: `/columns/${flag}/merge`, message };
  }
  const paths = typeof sums === 'string' ? [sums] : sums;
  if (Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string')) {
    const named = paths.map((path: string) => {
      const name = path.split('.').at(-1)!;
      return `${JSON.stringify(name)}: ${JSON.stringify(path.includes('.') ? path : `${as}.${path}`)}`;
    });
    return { place: '/sums', message: `must name each sum: write { ${named.join(', ')} }` };
  }
  if (typeof groups === 'string' || isObject(groups)) {
    const right = JSON.stringify(typeof groups === 'string' ? { by: groups } : groups);
    return { place: '/groups', message: `must be a list, the outermost group first: write [${right}]` };
  }
  const levels = Array.isArray(groups) ? groups : [];
  const text = levels.findIndex((level) => typeof level === 'string');
  if (text >= 0) return { place: `/groups/${text}`, message: `must be an object: write ${JSON.stringify({ by: levels[text] })}` };
  const tables = [{ at: '', header, footer }, ...levels.map((level, i) => ({ ...level, at: `/groups/${i}` }))];
  for (const one of tables)
    for (const place of ['header', 'footer'] as const) {
      const given: unknown = one[place];
      if (isObject(given)) return { place: `${one.at}/${place}`, message: explainRows(given, place) };
      const rows: readonly unknown[] = Array.isArray(given) ? given : [];
      for (const [i, row] of rows.entries()) {
        const message = isObject(row) && typeof row.on === 'string' ? explainSheets(row.on, place) : undefined;
        if (message) return { place: `${one.at}/${place}/${i}/on`, message, code: 'wrong-value' };
      }
    }
  return undefined;
}

const isList = (each: unknown): boolean => each === undefined || typeof each === 'string' || Array.isArray(each);

/** Rows that are not a list: a single row, or rows by the sheets on which they stand. */
function explainRows(given: Readonly<Record<string, unknown>>, place: 'header' | 'footer'): string {
  const bySheet = Object.entries(given).filter(([on]) => (sheets[place] as readonly string[]).includes(on));
  const rows = bySheet.flatMap(([on, rows]) => [rows].flat().map((row) => ({ on, ...(isObject(row) ? row : { cells: [row] }) })));
  const right = 'cells' in given ? [given] : rows.length > 0 ? rows : [{ cells: ['…'] }];
  return `must be a list of rows: write ${JSON.stringify(right)}`;
}

const sheets: Readonly<Record<'header' | 'footer', readonly RowSheets[]>> = {
  header: headerRow.properties.on.enum,
  footer: footerRow.properties.on.enum,
};
const reasons = {
  header: 'a header row is placed before it is known whether its sheet is the last',
  footer: 'footer rows tell only whether the table ends on the sheet',
} as const;

/** Why the `on` of a header or footer row is invalid. Undefined: it is valid. */
function explainSheets(on: string, place: 'header' | 'footer'): string | undefined {
  if ((sheets[place] as readonly string[]).includes(on)) return undefined;
  const other = place === 'header' ? 'footer' : 'header';
  const why = (sheets[other] as readonly string[]).includes(on)
    ? reasons[place]
    : 'only the sheets of the table count, or of the group, and not those of the document';
  return `must be one of ${sheets[place].map((one) => `"${one}"`).join(', ')}, got ${JSON.stringify(on)}: ${why}`;
}
