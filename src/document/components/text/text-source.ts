// The text for some data: bindings filled, inline marks read, empty lines left out.
import { type CompiledText, latest, type Time } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext, TextFormat } from '../component.ts';
import { compileInline } from './compile-inline.ts';
import { type InlineSpan, type NoteMark, plainSpan } from './inline-marks.ts';
import { type TextDirection, turns } from './text-direction.ts';

/** Compiled text. */
export interface TextSource {
  /** When its bindings are known. */
  readonly time: Time;
  readonly usesMarks: boolean;
  /** The references to notes, in their order. Absent: no references. */
  readonly notes?: readonly NoteReference[];
  spans(scope: BoundScope): readonly InlineSpan[] | string;
}

/** A reference to a note, and the text in which it stands. */
export interface NoteReference extends NoteMark {
  readonly pointer: string;
}

/** `pointer`: the text. */
export function compileSource(
  value: string | readonly string[],
  format: TextFormat,
  context: CompileContext,
  pointer: string,
  dir: TextDirection,
): TextSource {
  const written = typeof value === 'string' ? [value] : value;
  const places = written.map((_, i) => (typeof value === 'string' ? pointer : `${pointer}/${i}`));
  const ofLine = typeof value === 'string' ? context : { ...context, dropsEmpty: true };
  const lines = written.map((line, i) => ofLine.printed(line, places[i]!, format));
  const time = latest(lines);
  const usesMarks = lines.some((line) => line.usesMarks);
  if (format === 'inline') {
    const parsed = lines.map((line, i) => compileInline(written[i]!, line, context, places[i]!));
    return {
      time,
      usesMarks,
      notes: parsed.flatMap(({ notes }, i) => notes.map((note) => ({ ...note, pointer: places[i]! }))),
      spans: (scope) => {
        const spans: InlineSpan[] = [];
        for (const [i, line] of parsed.entries()) {
          const made = line.spans(scope, dir);
          if (lines[i]!.isOptional && made.every((span) => span.text.trim() === '')) continue;
          if (spans.length > 0) spans.push({ ...plainSpan, text: '\n' });
          spans.push(...made);
        }
        return spans;
      },
    };
  }
  const isCode = format === 'code';
  const finish = isCode ? expandTabs : (text: string) => text;
  if (lines.length === 1) {
    const only = lines[0]!;
    return {
      time,
      usesMarks,
      spans: (scope) => {
        const text = only.printed(scope);
        return turns(text, only, dir, scope) ? isolate([only], scope, isCode) : finish(text);
      },
    };
  }
  return {
    time,
    usesMarks,
    spans: (scope) => {
      let all: string | undefined;
      let anyTurns = false;
      for (const line of lines) {
        const made = line.printed(scope);
        if (line.isOptional && made.trim() === '') continue;
        anyTurns ||= turns(made, line, dir, scope);
        all = all === undefined ? made : `${all}\n${made}`;
      }
      return anyTurns ? isolate(lines, scope, isCode) : finish(all ?? '');
    },
  };
}

/** The spans of lines whose bindings are isolates. */
function isolate(lines: readonly CompiledText[], scope: BoundScope, isCode: boolean): readonly InlineSpan[] {
  const spans: InlineSpan[] = [];
  let count = 0;
  for (const { parts, isOptional } of lines) {
    const made = parts.map((part) => (typeof part === 'string' ? part : part.printed(scope)));
    if (lines.length > 1 && isOptional && made.every((text) => text.trim() === '')) continue;
    if (count++ > 0) spans.push({ ...plainSpan, text: '\n' });
    let before = '';
    for (const [i, given] of made.entries()) {
      const text = isCode ? expandTabs(given, before) : given;
      before += text;
      if (text !== '') spans.push({ ...plainSpan, text, ...(typeof parts[i] !== 'string' && { isolate: i }) });
    }
  }
  return spans;
}

/** Columns between the stops of tabs. */
const tabWidth = 8;

/** Code with spaces in place of each tab, up to the next stop. `before`: what stands before it. */
export function expandTabs(code: string, before = ''): string {
  if (!code.includes('\t')) return code;
  const first = [...before.slice(before.lastIndexOf('\n') + 1)].length;
  return code
    .split('\n')
    .map((line, i) => {
      let columns = i === 0 ? first : 0;
      return Array.from(line, (character) => {
        const width = character === '\t' ? tabWidth - (columns % tabWidth) : 1;
        columns += width;
        return character === '\t' ? ' '.repeat(width) : character;
      }).join('');
    })
    .join('\n');
}
