// A scope and its contract for expression tests.
import { type CompiledText, compileExpression, compileText } from '../../../src/document/expression/index.ts';
import type { Scope, StaticScope } from '../../../src/document/expression/scope.ts';
import { records } from '../../support/records.ts';

export const data = {
  number: 'A-17',
  total: 1234.5,
  cents: 123450,
  note: null,
  hasDiscount: false,
  customer: { name: 'Ada', country: 'CH', 'line-no': 7 },
  tags: ['blue', 'red'],
  lines: records('name total', ['Bolt', 0.1], ['Nut', 0.2]),
};

export function scopeOf(values: unknown = data, format: Partial<Scope['format']> = {}): Scope {
  return {
    data: values,
    locals: [],
    loop: undefined,
    page: { number: 2, total: 5, anchors, marks },
    doc: { title: 'Invoice', date: '2025-03-09T10:00:00Z' },
    format: { locale: 'en-US', currency: 'USD', timezone: 'UTC', ...format },
    outline,
    pdfPages,
  };
}

const anchors: Scope['page']['anchors'] = {
  find: (name) => (name === 'terms' ? { page: 4, label: 'iv', isAmbiguous: false } : undefined),
  list: () => ['terms'],
};

const marks: Scope['page']['marks'] = {
  textOf: (name, when) => (name === 'section' ? { start: 'Bread', first: 'Cakes', last: 'Pies' }[when] : ''),
};

const outline: Scope['outline'] = {
  find: (name) => (name === 'terms' ? { number: '2.1', fullNumber: '§ 4 2.1', title: 'Terms', isAmbiguous: false } : undefined),
  anchors: () => ['terms'],
  isKnown: true,
  count: (name) => (name === 'figure' ? 3 : undefined),
};

const pdfPages: Scope['pdfPages'] = (pdf) => [1, 2].map((number) => ({ pdf, number, width: 210, height: 297, size: [210, 297] }));

const open: StaticScope = { schema: true, locals: [] };

/** The text that a template string gives; faults of the template fail the test. */
export function print(source: string, values?: unknown, format?: Partial<Scope['format']>): string {
  const compiled: CompiledText = compileText(source, open);
  if (compiled.diagnostics.length > 0) throw new Error(compiled.diagnostics.map((one) => one.message).join('\n'));
  return compiled.printed(scopeOf(values, format));
}

/** The text of one expression. */
export function printed(expression: string, values?: unknown, format?: Partial<Scope['format']>): string {
  return print(`{{ ${expression} }}`, values, format);
}

export function holds(expression: string, values?: unknown): boolean {
  return compileExpression(expression, open).test(scopeOf(values));
}

/** Notes what is told of values that cannot be used. Of those that are missing, the tests of operators tell. */
export const tellsInto =
  (told: string[]): NonNullable<Scope['warn']> =>
  (_place, message, _scope, _expression, about) => {
    if (about !== 'missing') told.push(message);
  };
