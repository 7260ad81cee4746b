// The text for some data: bindings filled, inline marks read, empty lines left out.
import { latest, type Time } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import { checkLink } from '../check-link.ts';
import type { CompileContext } from '../component.ts';
import { withContext } from '../context.ts';
import { fixedTargets, type InlineSpan, parseInline } from './inline-marks.ts';

/** Compiled text. */
export interface TextSource {
  /** When its bindings are known. */
  readonly time: Time;
  readonly usesMarks: boolean;
  spans(scope: BoundScope): readonly InlineSpan[] | string;
}

export function compileSource(
  value: string | readonly string[],
  inline: boolean,
  context: CompileContext,
  pointer: string,
): TextSource {
  const written = typeof value === 'string' ? [value] : value;
  const places = written.map((_, i) => (typeof value === 'string' ? `${pointer}/text` : `${pointer}/text/${i}`));
  const { printed } = typeof value === 'string' ? context : withContext({ ...context, dropsEmpty: true });
  const lines = written.map((line, i) => printed(line, places[i]!, inline));
  const time = latest(lines);
  const usesMarks = lines.some((line) => line.usesMarks);
  if (inline) {
    const parsed = lines.map((line) => parseInline(line.parts));
    for (const [i, { parts }] of lines.entries())
      for (const target of fixedTargets(parts)) checkLink(target, context, places[i]!);
    return {
      time,
      usesMarks,
      spans: (scope) => {
        const spans: InlineSpan[] = [];
        for (const [i, line] of parsed.entries()) {
          const made = line(scope);
          if (lines[i]!.onlyBindings && made.every((span) => span.text.trim() === '')) continue;
          if (spans.length > 0) spans.push({ text: '\n', bold: false, italic: false, link: undefined });
          spans.push(...made);
        }
        return spans;
      },
    };
  }
  if (lines.length === 1) {
    const only = lines[0]!;
    return { time, usesMarks, spans: (scope) => only.printed(scope) };
  }
  return {
    time,
    usesMarks,
    spans: (scope) => {
      let all: string | undefined;
      for (const line of lines) {
        const made = line.printed(scope);
        if (line.onlyBindings && made.trim() === '') continue;
        all = all === undefined ? made : `${all}\n${made}`;
      }
      return all ?? '';
    },
  };
}
