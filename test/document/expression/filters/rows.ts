// Rows with members of each type, and what expressions with filters say of them.
import { expect } from 'vitest';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';
import { scopeOf, tellsInto } from '../scope.ts';

const row = objectOf(
  {
    amount: { type: 'number' },
    price: { type: 'string' },
    name: { type: 'string' },
    paid: { type: 'boolean' },
    state: { enum: ['open', 'paid'] },
    customer: objectOf({ city: { type: 'string' } }),
    parts: listOf(objectOf({ code: { type: 'string' } })),
  },
  'amount name state paid customer',
);
const schema = objectOf({
  rows: listOf(row),
  grid: listOf(listOf({ type: 'number' })),
  tags: listOf({ type: 'string' }),
  anything: {},
  total: { type: 'number' },
  price: { type: 'number' },
  day: { type: 'string' },
  column: { type: 'string' },
  digits: { type: 'integer' },
});
export const names: StaticScope = { schema, locals: [] };
export const messages = (expression: string, scope: StaticScope = names) =>
  compileExpression(expression, scope).diagnostics.map(({ severity, message }) => `${severity} ${message}`);
export const first = (expression: string) => messages(expression)[0] ?? '';

/** What an expression prints, and what it warns of. */
export function run(expression: string, data: unknown, scope: StaticScope = { schema: true, locals: [] }) {
  const warnings: string[] = [];
  const compiled = compileText(`{{ ${expression} }}`, scope);
  expect(compiled.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  const text = compiled.printed({ ...scopeOf(data), warn: tellsInto(warnings) });
  return { text, warnings };
}
