// The component `markdown`: headings, texts, lists, quotes, code, tables and pictures, written as Markdown.

import { BoundedCache } from '../../../cache/bounded-cache.ts';
import type { CompiledText } from '../../expression/index.ts';
import { pointerOf } from '../../layout/data-place.ts';
import { limitFault } from '../../layout/limit-fault.ts';
import type { Outline } from '../../layout/outline.ts';
import { type BoundScope, type LayoutSession, sourceOf } from '../../layout/session.ts';
import { onDemand } from '../../on-demand.ts';
import { size, text } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf, noteOf } from '../component.ts';
import { checkLink } from '../shared/check-link.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { turns } from '../text/text-direction.ts';
import { MarkdownLimit, type MarkdownText, type ReadMarkdown } from './blocks.ts';
import { fillParts, markValues } from './mark-values.ts';
import { MarkdownParts, sizeIn } from './markdown-parts.ts';

/** Characters of texts whose blocks a rendering keeps. */
const keptCharacters = 2_000_000;
/** Space between blocks without a `gap`, as a part of the font size. */
const usualGap = 0.6;

const markdownReader = onDemand('Markdown', async () => (await import('./open-markdown.ts')).openMarkdown());

export const markdown = defineComponent({
  type: 'markdown',
  content: 'children',
  knownAs: ['commonmark', 'md'],
  group: 'text',
  usual: { content: ['markdown', 'headings'], ...usualWritten },
  summary:
    'Markdown: headings, texts, lists, quotes, code, tables and pictures. The one component that reads marks in values of the data.',
  properties: {
    markdown: {
      oneOf: [text, { type: 'array', items: text }],
      description:
        'CommonMark with tables, task lists, strikethrough and autolinks, or a list of its lines. The values of bindings are Markdown too. HTML is printed as it is written. A picture is an asset or a `data:` URI, and stands alone in its paragraph.',
    },
    headings: {
      type: 'integer',
      minimum: 1,
      maximum: 6,
      default: 1,
      description: 'The level of `#`. With `2`, it is a heading of level 2, in the style `h2`.',
    },
    gap: { ...size, description: 'Space between blocks. Default: 0.6 of the font size.' },
  },
  required: [],
  looks: ['headings', 'gap'],
  example: { markdown: '{{ article.text }}', headings: 2 },
  explain: ({ format }) =>
    format === undefined
      ? undefined
      : {
          place: '/format',
          code: 'unknown-property',
          message: 'belongs to texts, and Markdown has marks of its own: leave "format" out',
        },
  compile(props, context, pointer) {
    const written = typeof props.markdown === 'string' ? props.markdown : props.markdown.join('\n');
    const names = { ...context.names, textOf: 'markdown' as const };
    const source: CompiledText = { ...context, names }.text(written, `${pointer}/markdown`);
    const note = noteOf(context, pointer);
    const name = nameOf(props, pointer);
    const gap = props.gap === undefined ? usualGap * sizeIn(context) : props.gap * context.template.unit;
    const { flow } = new MarkdownParts(context, { pointer, id: props.id, headings: props.headings ?? 1, gap });
    const read = markdownReader();
    if (source.isLiteral) checkWritten(read, written, context, `${pointer}/markdown`);
    const kept = new WeakMap<Outline, BoundedCache<MarkdownText>>();
    const textFor = (scope: BoundScope, session: LayoutSession): MarkdownText => {
      note?.(scope);
      const parts = fillParts(source, scope);
      const printed = parts.map(({ text }) => text).join('');
      const given = turns(printed, source, undefined, scope) ? markValues(printed, parts) : printed;
      const known = kept.get(session.outline) ?? new BoundedCache(keptCharacters);
      kept.set(session.outline, known);
      const made = known.get(given) ?? readOrRefuse(read, given, name, scope);
      known.set(given, made, given.length);
      return made;
    };
    /** The scope of the text as a whole. */
    const inside = (scope: BoundScope, made: MarkdownText): BoundScope => ({ ...scope, locals: [...scope.locals, made] });
    const { outline } = flow;
    return {
      build(scope, width, session) {
        const made = textFor(scope, session);
        for (const { code, message } of made.doubts)
          session.warnOf(code, sourceOf(name, scope.place), message, session.pageNumber, message);
        return flow.build(inside(scope, made), width, session);
      },
      measure: (scope, session) => flow.measure(inside(scope, textFor(scope, session)), session),
      ...(outline && { outline: (scope, walk) => outline(inside(scope, textFor(scope, scope.session)), walk) }),
    };
  },
});

function readOrRefuse(read: ReadMarkdown, given: string, component: string, { place, session }: BoundScope): MarkdownText {
  try {
    return read(given);
  } catch (error) {
    if (!(error instanceof MarkdownLimit)) throw error;
    const dataPath = pointerOf(place);
    throw limitFault(`The Markdown of ${component} ${error.message}`, { component, dataPath, page: session.pageNumber });
  }
}

/** Tells what is wrong in Markdown without bindings. */
function checkWritten(read: ReadMarkdown, written: string, context: CompileContext, place: string): void {
  const { report } = context.template;
  try {
    const { doubts, targets } = read(written);
    for (const { code, message } of doubts) report('warning', code, place, message);
    for (const target of targets) checkLink(target, context, place);
  } catch (error) {
    if (!(error instanceof MarkdownLimit)) throw error;
    report('error', 'wrong-value', place, `The Markdown ${error.message}`);
  }
}
