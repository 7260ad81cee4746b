// The text for some data: bindings filled, inline marks read, empty lines left out.
import { latest, type Time } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext, TextFormat } from '../component.ts';
import { compileInline } from './compile-inline.ts';
import { type InlineSpan, type NoteMark, plainSpan } from './inline-marks.ts';

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
          const made = line.spans(scope);
          if (lines[i]!.isOptional && made.every((span) => span.text.trim() === '')) continue;
          if (spans.length > 0) spans.push({ ...plainSpan, text: '\n' });
          spans.push(...made);
        }
        return spans;
      },
    };
  }
  const finish = format === 'code' ? expandTabs : (text: string) => text;
  if (lines.length === 1) {
    const only = lines[0]!;
    return { time, usesMarks, spans: (scope) => finish(only.printed(scope)) };
  }
  return {
    time,
    usesMarks,
    spans: (scope) => {
      let all: string | undefined;
      for (const line of lines) {
        const made = line.printed(scope);
        if (line.isOptional && made.trim() === '') continue;
        all = all === undefined ? made : `${all}\n${made}`;
      }
      return finish(all ?? '');
    },
  };
}

/** Columns between the stops of tabs. */
const tabWidth = 8;

/** Code with spaces in place of each tab, up to the next stop. */
export function expandTabs(code: string): string {
  if (!code.includes('\t')) return code;
  return code
    .split('\n')
    .map((line) => {
      let columns = 0;
      return Array.from(line, (character) => {
        const width = character === '\t' ? tabWidth - (columns % tabWidth) : 1;
        columns += width;
        return character === '\t' ? ' '.repeat(width) : character;
      }).join('');
    })
    .join('\n');
}
