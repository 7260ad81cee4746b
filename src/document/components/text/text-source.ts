// The text for some data: bindings filled, inline marks read, empty lines left out.
import { type CompiledText, latest, type Time } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext, TextFormat } from '../component.ts';
import { compileInline } from './compile-inline.ts';
import { type InlineSpan, type NoteMark, plainSpan } from './inline-marks.ts';
import { directionIn, isFromRight, type TextDirection, turns } from './text-direction.ts';

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
  const isLeftOut = (line: CompiledText, scope: BoundScope) => ofLine.dropsEmpty && line.isLeftOut(scope);
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
          if (isLeftOut(lines[i]!, scope)) continue;
          if (spans.length > 0) spans.push({ ...plainSpan, text: '\n' });
          spans.push(...line.spans(scope, dir));
        }
        return spans;
      },
    };
  }
  const isCode = format === 'code';
  return {
    time,
    usesMarks,
    spans: (scope) => {
      let anyTurns = isFromRight(dir, scope);
      let all: string | undefined;
      const shown = lines.filter((line) => !isLeftOut(line, scope));
      for (const line of anyTurns ? [] : shown) {
        const made = line.printed(scope);
        anyTurns ||= turns(made, line, dir, scope);
        all = all === undefined ? made : `${all}\n${made}`;
      }
      if (anyTurns) return isolate(shown, dir, scope, isCode);
      return isCode ? expandTabs(all ?? '') : (all ?? '');
    },
  };
}

/** A text in which bindings are isolates. */
function isolate(
  lines: readonly CompiledText[],
  dir: TextDirection,
  scope: BoundScope,
  isCode: boolean,
): readonly InlineSpan[] | string {
  const spans: InlineSpan[] = [];
  for (const [at, { parts }] of lines.entries()) {
    if (at > 0) spans.push(spanOf('\n', undefined));
    let all = '';
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const given = typeof part === 'string' ? part : part.printed(scope);
      const text = isCode ? expandTabs(given, all) : given;
      all += text;
      spans.push(spanOf(text, typeof part === 'string' ? undefined : i));
    }
  }
  const only = spans.length === 1 ? spans[0]! : undefined;
  const isPlain =
    only && (only.isolate === undefined || (directionIn(dir, scope).startsWith('auto') && givesDirection.test(only.text)));
  return isPlain ? only.text : spans;
}

/** Alone in a line, a value with a letter or a mark of direction gives its direction to the line. */
const givesDirection = /^[^\n]*[\p{L}\u200e\u200f\u061c][^\n]*$/u;

const spanOf = (text: string, isolate: number | undefined): InlineSpan => ({ ...plainSpan, text, isolate });

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
