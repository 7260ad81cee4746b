// Compiles the source of one expression, with its faults as diagnostics.
import type { Schema } from '../../json/schema-parts.ts';
import { compileTree } from './compile.ts';
import type { Evaluate, Notes } from './prove.ts';
import type { Scope, StaticScope } from './scope.ts';
import { SyntaxFault } from './syntax.ts';

export interface CompiledSource {
  readonly notes: Notes;
  readonly schema: Schema;
  /** The value, if it is written in the template. */
  readonly written?: unknown;
  /** With errors it evaluates to undefined. */
  readonly evaluate: Evaluate;
  /** The value for people, whose filters write numbers as the locale does. */
  readonly evaluatePrinted: Evaluate;
}

/** Never throws for a faulty expression. `tolerant`: missing values give no warning. */
export function compileSource(source: string, names: StaticScope, tolerant: boolean): CompiledSource {
  const notes = noNotes();
  let run: Evaluate = () => undefined;
  let schema: Schema = true;
  let isWritten: true | undefined;
  try {
    ({ run, schema, isWritten } = compileTree(source, names, notes, { tolerant, isPrinted: false }));
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    notes.diagnostics.push({ severity: 'error', code: 'syntax', offset: error.offset, message: error.message });
  }
  const isFaulty = notes.diagnostics.some((one) => one.severity === 'error');
  const evaluate = isFaulty ? () => undefined : run;
  const evaluatePrinted =
    !isFaulty && notes.writesNumbers ? compileTree(source, names, noNotes(), { tolerant, isPrinted: true }).run : evaluate;
  return { notes, schema, evaluate, evaluatePrinted, ...(isWritten && { written: run({} as Scope) }) };
}

/** What an expression that uses and reports nothing would note. */
export function noNotes(): Notes {
  return {
    diagnostics: [],
    time: 'data',
    usesDate: false,
    usesUnproved: false,
    usesData: false,
    usesOutline: false,
    usesCounter: false,
    usesLoop: false,
    writesNumbers: false,
    usesMarks: false,
    letDepth: 0,
  };
}
