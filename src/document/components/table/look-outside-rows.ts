// The look of a column outside its rows: in its header and its footer.
import { compileText } from '../../expression/index.ts';
import type { StaticScope } from '../../expression/scope.ts';

/** The properties that may be bound to the element of a row. */
interface BoundLook {
  readonly style?: string | readonly string[] | undefined;
  readonly color?: string | undefined;
}

/** The look without bindings to the element of a row: these apply only to the cells of rows. */
export function lookOutsideRows<T extends BoundLook>(look: T, outside: StaticScope, inRows: StaticScope): T {
  const isOfRows = (source: string) => source.includes('{{') && !compiles(source, outside) && compiles(source, inRows);
  const styles = look.style === undefined ? [] : typeof look.style === 'string' ? [look.style] : look.style;
  const { color } = look;
  if (!styles.some(isOfRows) && !(color !== undefined && isOfRows(color))) return look;
  const { color: _color, ...rest } = look;
  return {
    ...rest,
    style: styles.map((source) => (isOfRows(source) ? '' : source)).filter((source) => source !== ''),
    ...(color !== undefined && !isOfRows(color) && { color }),
  } as unknown as T;
}

function compiles(source: string, names: StaticScope): boolean {
  return compileText(source, names).diagnostics.every(({ severity }) => severity !== 'error');
}
