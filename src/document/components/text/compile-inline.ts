// Compiles the inline marks of a text: checks the styles and targets that they name.
import { suggest } from '../../../words/nearest.ts';
import type { CompiledText } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import { markedProperties } from '../../text/text-properties.ts';
import type { CompileContext } from '../component.ts';
import { boundStyle } from '../shared/bound-values/bound-style.ts';
import { checkLink } from '../shared/check-link.ts';
import { tellCodeFont } from './code-font.ts';
import { codeStyle, type InlineSpan, type NoteMark, parseInline, type StyleMark } from './inline-marks.ts';
import { type TextDirection, turns } from './text-direction.ts';

/** An inline text, or a line of one. */
interface CompiledInline {
  spans(scope: BoundScope, dir: TextDirection): readonly InlineSpan[];
  readonly notes: readonly NoteMark[];
}

/** Compiles an inline text. */
export function compileInline(source: string, compiled: CompiledText, context: CompileContext, pointer: string): CompiledInline {
  const { parts } = compiled;
  const { report, styles: book } = context.template;
  const styleOf = (name: string) => (Object.hasOwn(book.styles, name) ? book.styles[name]! : {});
  const text = parseInline(source, parts, {
    decorationOf: (name) => (styleOf(name).strike ? 'LineThrough' : styleOf(name).underline ? 'Underline' : undefined),
  });
  for (const target of text.fixedTargets) checkLink(target, context, pointer);
  for (const { message, offset } of text.faults) report('warning', 'unread-marks', pointer, message, offset);
  for (const mark of text.styles) checkStyles(mark, context, pointer);
  if (text.hasCode) tellCodeFont(context, pointer);
  const named = [...new Set([...text.styles.flatMap(({ names }) => names), ...(text.hasCode ? [codeStyle] : [])])];
  const bound = named.flatMap((name) => {
    const style = Object.hasOwn(book.styles, name) ? boundStyle({ style: name }, pointer, context) : undefined;
    return style ? [{ name, style }] : [];
  });
  const { notes } = text;
  const bind: CompiledInline['spans'] = (scope, dir) => text.bind(scope, (all) => turns(all, compiled, dir, scope));
  if (bound.length === 0) return { notes, spans: bind };
  const spans: CompiledInline['spans'] = (scope, dir) =>
    bind(scope, dir).map((span) => {
      const own = bound.filter(({ name }) => span.styles?.flat().includes(name));
      return own.length === 0 ? span : { ...span, bound: Object.assign({}, ...own.map(({ style }) => style.properties(scope))) };
    });
  return { notes, spans };
}

/** A mark changes letters. Reports unknown styles, and what of a style is about boxes and lines. */
function checkStyles({ names, offset }: StyleMark, { template }: CompileContext, pointer: string): void {
  const { styles } = template.styles;
  for (const name of names) {
    if (!Object.hasOwn(styles, name)) {
      const message = `There is no style "${name}"${suggest(name, Object.keys(styles))}`;
      template.report('error', 'unknown-style', pointer, message, offset);
      continue;
    }
    const lost = Object.keys(styles[name]!).filter((property) => !markedProperties.has(property));
    if (lost.length === 0) continue;
    const what = lost.map((property) => `"${property}"`).join(', ');
    const message = `${what} of the style "${name}" has no effect on a part of a text. Give the mark a style with properties of letters only.`;
    template.report('warning', 'no-effect', pointer, message, offset);
  }
}
