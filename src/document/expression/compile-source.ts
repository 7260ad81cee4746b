// Compiles the source of one expression, with its faults as diagnostics.
import { compileTree, type RemedyFor } from './compile.ts';
import { noFacts } from './facts.ts';
import { type CompiledPart, type Evaluate, type Missing, Notes, partOf } from './prove.ts';
import type { Scope, StaticScope } from './scope.ts';
import { explainSyntax, SyntaxFault } from './syntax.ts';

export interface CompiledSource {
  readonly part: CompiledPart;
  readonly notes: Notes;
  /** Whether the value may be missing, unless the source is faulty. */
  readonly mayBeMissing: boolean;
  /** The value, if it is written in the template. */
  readonly written?: unknown;
  /** With errors it evaluates to undefined. */
  readonly evaluate: Evaluate;
  /** The value for people, whose filters write numbers as the locale does. */
  readonly evaluatePrinted: Evaluate;
}

/** Never throws for a faulty expression. `remedy`: what to write in its place, so that nothing is lost in silence. */
export function compileSource(source: string, names: StaticScope, missing: Missing, remedy?: RemedyFor): CompiledSource {
  const notes = new Notes();
  let part = partOf(() => undefined, true, { facts: names.facts ?? noFacts });
  try {
    part = compileTree(source, names, notes, { missing, isPrinted: false, remedy });
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    notes.diagnostics.push({
      severity: 'error',
      code: 'syntax',
      offset: error.offset,
      message: explainSyntax(error, source, names.filters),
    });
  }
  const { run, isWritten } = part;
  const isFaulty = notes.diagnostics.some((one) => one.severity === 'error');
  const evaluate = isFaulty ? () => undefined : run;
  const evaluatePrinted =
    !isFaulty && notes.writesNumbers ? compileTree(source, names, new Notes(), { missing, isPrinted: true }).run : evaluate;
  const written = isWritten ? run({} as Scope) : undefined;
  return { part, mayBeMissing: part.mayBeMissing && !isFaulty, notes, evaluate, evaluatePrinted, written };
}
