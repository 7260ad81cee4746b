// Warns of tables and rows whose columns surely need more room than the body of their page has, before any data comes.
import { isObject } from '../../json/is-object.ts';
import type { CompileContext } from '../components/component.ts';
import { styledWidth } from '../components/shared/bound-values/bound-style.ts';
import { unseen } from '../layout/off-sheet.ts';
import { showLength } from '../template/units.ts';

/** Checks what stands directly in a body. `width`: of the body, in pt. */
export function checkWidths(body: unknown, width: number, pointer: string, { template }: CompileContext): void {
  const { report, unit, styles } = template;
  const setWidth = (column: unknown): number => {
    const own = isObject(column) ? styledWidth(column, styles) : undefined;
    return typeof own === 'number' ? own : 0;
  };
  const check = (child: unknown, at: string) => {
    // Its own width, a margin and a style may give it another place.
    if (!isObject(child) || ['width', 'margin', 'style'].some((name) => child[name] !== undefined)) return;
    const part = Array.isArray(child.row) ? 'row' : child.table === undefined ? undefined : 'table';
    const columns = part === 'row' ? child.row : child.columns;
    if (part === undefined || !Array.isArray(columns)) return;
    // A column with a condition may be missing, with its gap.
    const always = columns.filter((column: unknown) => !isObject(column) || column.when === undefined);
    const gap = typeof child.gap === 'number' ? child.gap : 0;
    const set = always.reduce<number>((sum, one: unknown) => sum + setWidth(one), 0);
    const taken = (set + gap * Math.max(0, always.length - 1)) * unit;
    if (taken <= width + unseen) return;
    const message = `The columns with a set width take ${showLength(taken, unit)}, and the body of the page is ${showLength(width, unit)} wide. Make some of them narrower, or give them the width "*".`;
    report('warning', `${part}-too-wide`, at, message);
  };
  if (!Array.isArray(body)) check(body, pointer);
  else for (const [i, child] of body.entries()) check(child, `${pointer}/${i}`);
}
