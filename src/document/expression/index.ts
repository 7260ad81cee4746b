// The expression language: bare expressions, and text in which `{{ … }}` is replaced.
import { compileTree, type Evaluate, type ExpressionDiagnostic, type Notes, reservedNames } from './compile.ts';
import type { Schema } from './schema-walk.ts';
import { itemSchema, typesOf } from './schema-walk.ts';
import { parseTree, SyntaxFault } from './syntax.ts';
import type { Scope, StaticScope } from './types.ts';
import { isTruthy, maxText, toText } from './values.ts';

export type { ExpressionDiagnostic } from './compile.ts';
export { filterReference } from './filters/index.ts';
export { findCurrencyFault, findLocaleFault, findZoneFault } from './filters/intl.ts';
export { isTruthy, toText } from './values.ts';

/** A compiled expression. One with error diagnostics evaluates to nothing. */
export interface CompiledExpression {
  evaluate(scope: Scope): unknown;
  /** Whether its value counts as true: false are false, null, missing, 0, "", [] and {}. */
  test(scope: Scope): boolean;
  /** What its value is known to be; true: nothing is known. */
  readonly schema: Schema;
  /** False: the data schema says that its value is no list. */
  readonly mayBeList: boolean;
  /** The schema of the elements, if its value is a list. */
  readonly items: Schema;
  readonly usesPage: boolean;
  readonly usesTotal: boolean;
  readonly usesDate: boolean;
  readonly diagnostics: readonly ExpressionDiagnostic[];
}

/** Compiled text. */
export interface CompiledText {
  /** The text; what is one binding alone keeps its type. */
  evaluate(scope: Scope): unknown;
  text(scope: Scope): string;
  readonly parts: readonly (string | CompiledExpression)[];
  readonly isLiteral: boolean;
  /** Made of bindings and what stands between them only: no letter or digit of its own. */
  readonly onlyBindings: boolean;
  readonly usesPage: boolean;
  readonly usesTotal: boolean;
  readonly usesDate: boolean;
  readonly diagnostics: readonly ExpressionDiagnostic[];
}

/** Compiles a bare expression: `each`, `when`. Never throws for a faulty one: the faults are diagnostics. */
export function compileExpression(source: string, names: StaticScope): CompiledExpression {
  return compileAt(source, 0, names, true);
}

/** Compiles text with bindings. Never throws for a faulty one. */
export function compileText(source: string, names: StaticScope): CompiledText {
  const parts: (string | CompiledExpression)[] = [];
  const diagnostics: ExpressionDiagnostic[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    if (open > at) parts.push(source.slice(at, open));
    const close = findClose(source, open + 2);
    if (close < 0) {
      diagnostics.push({
        severity: 'error',
        code: 'syntax',
        offset: open,
        message: 'This "{{" is not closed by "}}"; to print braces write {{ \'{{\' }}.',
      });
      at = source.length;
      break;
    }
    const compiled = compileAt(source.slice(open + 2, close), open + 2, names, false);
    diagnostics.push(...compiled.diagnostics);
    parts.push(compiled);
    at = close + 2;
  }
  if (at < source.length) parts.push(source.slice(at));
  return assemble(parts, diagnostics);
}

/** The `}}` that closes a binding; quotes may hold braces. */
function findClose(source: string, from: number): number {
  let quote = '';
  for (let i = from; i < source.length; i++) {
    const character = source[i]!;
    if (quote) {
      if (character === '\\') i++;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '}' && source[i + 1] === '}') return i;
  }
  return -1;
}

function assemble(parts: readonly (string | CompiledExpression)[], diagnostics: readonly ExpressionDiagnostic[]): CompiledText {
  const bindings = parts.filter((part) => typeof part !== 'string');
  const literal = parts.filter((part) => typeof part === 'string').join('');
  const only = parts.length === 1 && bindings.length === 1 ? bindings[0]! : undefined;
  const text: (scope: Scope) => string = only
    ? (scope) => toText(only.evaluate(scope), scope.format)
    : bindings.length === 0
      ? () => literal
      : (scope) => {
          let all = '';
          for (const part of parts) all += typeof part === 'string' ? part : toText(part.evaluate(scope), scope.format);
          return all.length > maxText ? all.slice(0, maxText) : all;
        };
  return {
    evaluate: only ? (scope) => only.evaluate(scope) : text,
    text,
    parts,
    isLiteral: bindings.length === 0,
    onlyBindings: bindings.length > 0 && !/[\p{L}\p{N}]/u.test(literal),
    usesPage: bindings.some((part) => part.usesPage),
    usesTotal: bindings.some((part) => part.usesTotal),
    usesDate: bindings.some((part) => part.usesDate),
    diagnostics,
  };
}

function compileAt(source: string, offset: number, names: StaticScope, tolerant: boolean): CompiledExpression {
  const notes: Notes = { diagnostics: [], usesPage: false, usesTotal: false, usesDate: false, usesScope: false };
  let run: Evaluate = () => undefined;
  let schema: Schema = true;
  try {
    ({ run, schema } = compileTree(parseTree(source), names, notes, tolerant));
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    notes.diagnostics.push({ severity: 'error', code: 'syntax', offset: error.offset, message: error.message });
  }
  const evaluate = notes.diagnostics.some((one) => one.severity === 'error') ? () => undefined : run;
  return {
    evaluate,
    test: (scope) => isTruthy(evaluate(scope)),
    schema,
    mayBeList: typesOf(schema, names.schema)?.has('array') ?? true,
    items: itemSchema(schema, names.schema),
    usesPage: notes.usesPage,
    usesTotal: notes.usesTotal,
    usesDate: notes.usesDate,
    diagnostics: notes.diagnostics.map((one) => ({ ...one, offset: one.offset + offset })),
  };
}

/** Why a name cannot be an `as`, or undefined if it can. */
export function checkLocalName(name: string): string | undefined {
  if ((reservedNames as readonly string[]).includes(name))
    return `"${name}" is reserved (${reservedNames.join(', ')}); choose another name.`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || ['true', 'false', 'null', 'nil', 'and', 'or', 'not'].includes(name))
    return `"${name}" cannot be the name of an element.`;
  return undefined;
}
