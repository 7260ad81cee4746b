// Proves expressions against the schema that is inferred from the example data, where there is no data schema. The example shows only some of the
// values that data may have, so its findings are warnings, and they change nothing in the document.
import type { ExpressionDiagnostic } from './prove.ts';
import type { StaticScope } from './scope.ts';

/** The same names with the inferred schema. Undefined: no schema is inferred. */
export function inferredScope(names: StaticScope): StaticScope | undefined {
  const { inferred, ...rest } = names;
  if (inferred === undefined) return undefined;
  const locals = names.locals.map(({ inferred: schema = true, ...local }) => ({ ...local, schema }));
  return { ...rest, schema: inferred, isInferred: true, locals };
}

/** What an example cannot show: whether other data have the member too. */
const unprovable: ReadonlySet<ExpressionDiagnostic['code']> = new Set(['possibly-missing', 'untyped']);

/** The findings of the compiled expression, and further findings of the proof by the example. */
export function addFindings(
  own: readonly ExpressionDiagnostic[],
  proof: readonly ExpressionDiagnostic[],
): readonly ExpressionDiagnostic[] {
  if (own.some(({ severity }) => severity === 'error')) return own;
  const told = new Set(own.map(keyOf));
  const found = proof.filter((one) => !unprovable.has(one.code) && !told.has(keyOf(one)));
  return [...own, ...found.map((one): ExpressionDiagnostic => ({ ...one, severity: 'warning', message: nameSchema(one) }))];
}

const keyOf = ({ code, offset, message }: ExpressionDiagnostic): string => `${code} ${offset} ${message}`;

/** Says in the message where the schema comes from. */
function nameSchema({ code, message }: ExpressionDiagnostic): string {
  const named = message
    .replaceAll('The data schema', 'The schema inferred from the example')
    .replaceAll('the data schema', 'the schema inferred from the example');
  return named !== message || code === 'syntax' ? named : `${message} (The schema is inferred from the example.)`;
}
