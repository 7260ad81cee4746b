// Compiles expressions and texts of a template with the names of their context, and reports their faults.
import type { CompileContext } from '../components/component.ts';
import { findUnreadMarks } from '../components/text/find-unread-marks.ts';
import {
  type CompiledText,
  compileExpression,
  compileText,
  type ExpressionDiagnostic,
  latest,
  type Time,
} from '../expression/index.ts';
import type { StaticScope, Uses } from '../expression/scope.ts';

const outsideOutline =
  'The numbers, titles and counters of a document belong to its pages: page layouts can print them, and nothing beside "pages".';
const counterWithoutOrder =
  'A counter has its value by the order of the body. Headers, footers, backgrounds, overlays and separators repeat, so they stand in no order: print the counter in the body.';
const decidingCounter =
  'A counter has its value at the place where it is printed, so it cannot decide what is there. In a "repeat", "loop.index" counts the elements.';

/** Messages about values that are known too late for a condition or a list, by the time at which they are known. */
const tooEarly: Readonly<Record<Exclude<Time, 'data'>, string>> = {
  open: '"page.number", "page.label", "page.side" and "page.part.number" are known only when their page begins. Outside a header, footer, background or overlay they can be printed, but not decide what is there.',
  close:
    'Marks are known only when their page ends. In texts of a header, footer, background or overlay they can be printed, but not decide what is there.',
  end: '"page.total", "page.part.total" and the filters "page_number" and "page_label" are known only at the end. They can be printed, but not decide what is there.',
};

const markMisplaced =
  'Marks are known only when their page ends. Print them in a header, footer, background or overlay; a body can print the value that the mark has.';

/** The functions of a context that compile what is written in a template. */
export const sourceCompilers: Pick<CompileContext, 'expression' | 'text' | 'value' | 'printed'> = {
  expression(source, pointer, added) {
    const compiled = compileExpression(source, namesAt(this, pointer), added);
    reportAll(this, compiled.diagnostics, pointer);
    if (compiled.usesCounter) this.template.report('error', 'misplaced-counter', this.at(pointer), decidingCounter);
    else if (compiled.usesOutline) this.template.outline.addDecision(this.way, pointer, this.at(pointer));
    checkTime(this, compiled, pointer);
    return compiled;
  },
  text(source, pointer, missing) {
    return checked(this, compileText(source, namesAt(this, pointer), missing), pointer);
  },
  value(source, pointer, missing) {
    return checked(this, compileText(source, namesAt(this, pointer), missing, 'value'), pointer);
  },
  printed(source, pointer, format) {
    const { band, template, at } = this;
    const compiled = compileText(source, namesAt(this, pointer), this.dropsEmpty ? 'tested' : 'lost', format);
    reportAll(
      this,
      this.dropsEmpty || this.names.textOf || chosen.test(pointer) ? compiled.diagnostics : adviseWhen(compiled),
      pointer,
      true,
    );
    for (const { message, offset } of format === 'code' ? [] : findUnreadMarks(source, format === 'inline'))
      template.report('warning', 'unread-marks', at(pointer), message, offset);
    noteUses(this, compiled);
    if (compiled.usesMarks && !band) template.report('error', 'mark-misplaced', at(pointer), markMisplaced + useAround(this));
    checkOutline(this, compiled, pointer);
    if (band && compiled.usesData) band.printsData = true;
    for (let part = this.printedPage; part; part = part.outer) part.time = latest([part, compiled]);
    return compiled;
  },
};

/** A text of a property, whose faults are reported. */
function checked(context: CompileContext, compiled: CompiledText, pointer: string): CompiledText {
  reportAll(context, compiled.diagnostics, pointer);
  checkTime(context, compiled, pointer);
  return compiled;
}

/** A child of a `choose`: with a `when` of its own, the next child may stand in its place. */
const chosen = /\/choose\/\d+(?:\/\w+)?$/;

/** The faults of a text. With own words around a binding that may be missing, the whole text may be left out. */
function adviseWhen({ diagnostics, parts }: CompiledText): readonly ExpressionDiagnostic[] {
  const own = parts.filter((part) => typeof part === 'string').join('');
  if (!/\p{L}/u.test(own)) return diagnostics;
  return diagnostics.map((one) =>
    one.when === undefined
      ? one
      : { ...one, message: `${one.message} "when": ${JSON.stringify(one.when)} leaves out the whole text.` },
  );
}

const namesAt = ({ names, at }: CompileContext, pointer: string): StaticScope => ({ ...names, place: at(pointer) });

/** Says through which use a definition was compiled. */
function useAround({ names }: CompileContext): string {
  const { use } = names.params ?? {};
  return use === undefined ? '' : ` (with the values of the "use" at ${use})`;
}

/** `isPrinted`: people read the text, so what ends its warnings can be written. */
function reportAll(context: CompileContext, found: readonly ExpressionDiagnostic[], pointer: string, isPrinted = false): void {
  if (found.length === 0) return;
  const end = useAround(context);
  const { template, use } = context;
  for (const { severity, code, message, offset, place, fix, left } of found) {
    // A fault that the proof of a definition has reported is not reported again at each use.
    const key = `${code} ${context.at(pointer)} ${offset}`;
    if (end !== '' && use?.definition.told.has(key)) continue;
    if (severity === 'error' && end === '' && !template.fillsUses) use?.definition.told.add(key);
    template.report(
      severity,
      code,
      place ?? context.at(pointer),
      place === undefined ? message + end : message,
      offset,
      isPrinted && fix ? { fix } : left && { left },
    );
  }
}

function noteUses({ template }: CompileContext, { usesDate, usesUnproved }: Readonly<Uses>): void {
  template.usesDate ||= usesDate;
  template.usesUnproved ||= usesUnproved;
}

function checkOutline(
  { template, at, isOutside, hasOrder }: CompileContext,
  { usesOutline, usesCounter }: Readonly<Uses>,
  pointer: string,
): void {
  if (!usesOutline) return;
  if (isOutside) template.report('error', 'too-early', at(pointer), outsideOutline);
  else if (usesCounter && !hasOrder) template.report('error', 'misplaced-counter', at(pointer), counterWithoutOrder);
  else if (usesCounter) template.outline.counterUses++;
}

/** Reports what is known too late at its place. */
function checkTime(context: CompileContext, compiled: Readonly<Uses>, pointer: string): void {
  const { band, template, at } = context;
  noteUses(context, compiled);
  checkOutline(context, compiled, pointer);
  const { time } = compiled;
  if (time !== 'data' && !(time === 'open' && band)) template.report('error', 'too-early', at(pointer), tooEarly[time]);
  else if (band) band.time = latest([band, compiled]);
}
