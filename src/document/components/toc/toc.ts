// The component `toc`: a table of contents, made of the headings of the document.

import type { ComponentNode } from '../../layout/component-node.ts';
import type { ListedPart } from '../../layout/outline.ts';
import { type BoundScope, elementScope } from '../../layout/session.ts';
import { openElement } from '../../layout/structure.ts';
import { size } from '../../template/property-schemas.ts';
import { isBound } from '../../text/text-properties.ts';
import { type CompileContext, defineComponent, nameOf } from '../component.ts';
import { entryScope } from '../shared/roles.ts';
import { usualWritten } from '../shared/usual-properties.ts';

/** `auto` widths look at this many entries at most. */
const measured = 200;
/** Indent of a level against the one above it, in mm. */
const usualIndentMm = 5;

/** The name of an entry inside of the component. */
const entryName = 'entry';
const entrySchema = {
  type: 'object',
  properties: { number: { type: 'string' }, title: { type: 'string' }, anchor: { type: 'string' } },
  required: ['number', 'title', 'anchor'],
  looks: ['numbers', 'dots', 'indent', 'pages', 'gap'],
} as const;

export const toc = defineComponent({
  type: 'toc',
  content: 'children',
  knownAs: ['contents', 'index', 'outline', 'tableofcontents'],
  group: 'text',
  usual: { content: ['toc', 'numbers', 'dots', 'pages', 'indent'], ...usualWritten },
  summary:
    'A table of contents: an entry for each heading of the document, with its number, title and page. Or a list of figures or tables.',
  properties: {
    toc: {
      oneOf: [
        { type: 'integer', 'x-written': true, minimum: 1, maximum: 6 },
        { type: 'string', 'x-written': true, minLength: 1, maxLength: 100, title: 'the name of a counter, such as "figure"' },
      ],
      description:
        'What is listed. A number is the lowest level of the headings: `2` lists the texts with the roles `heading1` and `heading2`. A text is the name of a counter (`count`): what it counts is listed with the titles of the `bookmark`s.',
    },
    numbers: { type: 'boolean', default: true, description: 'Whether numbers stand before the titles.' },
    dots: { type: 'boolean', default: true, description: 'Whether dots lead from the title to the page.' },
    indent: {
      ...size,
      description: 'How far the entries of a level are indented against those of the level above. Default: 5 mm.',
    },
    pages: {
      enum: ['numbers', 'labels'],
      default: 'numbers',
      description:
        'What stands for the page of an entry: its number in the document, or its label, by the `labels` of the page layouts.',
    },
    gap: { ...size, description: 'Space between entries.' },
  },
  required: [],
  example: { toc: 2 },
  compile(props, context, pointer) {
    const { unit } = context.template;
    const name = nameOf(props, pointer);
    const indent = props.indent === undefined ? (usualIndentMm * 72) / 25.4 : props.indent * unit;
    const gap = (props.gap ?? 0) * unit;
    const inside = {
      ...context,
      isMade: true,
      names: { ...context.names, locals: [...context.names.locals, { name: entryName, schema: entrySchema }] },
    };
    const [lowest, counter] = typeof props.toc === 'number' ? [props.toc, undefined] : [1, props.toc as string];
    const level = counter === undefined ? undefined : /^(?:h|heading)?([1-6])$/i.exec(counter)?.[1];
    if (level !== undefined)
      context.template.report('error', 'wrong-value', `${pointer}/toc`, `A level of headings is a number: write ${level}.`);
    else if (counter !== undefined) askForCounter(counter, context, `${pointer}/toc`);
    const nodes = Array.from({ length: lowest }, (_, i) =>
      compileEntry(`toc${counter === undefined ? i + 1 : `-${counter}`}`, (indent * i) / unit, props, inside, pointer),
    );
    const listed = ({ session }: BoundScope) => session.outline.listed(counter).filter(({ level }) => level <= lowest);
    const scopeOf = (scope: BoundScope, parts: readonly ListedPart[], i: number) =>
      elementScope(scope, '(contents)', parts, i, parts.length);
    return {
      *build(scope, width, session) {
        const parts = listed(scope);
        if (parts.length === 0) {
          const message =
            counter === undefined
              ? `The document has no heading of level ${lowest === 1 ? '1' : `1 to ${lowest}`} to list: give its headings a role such as "heading1".`
              : `The document has nothing that "${counter}" counts and that has a "bookmark".`;
          session.warn('toc-empty', name, scope.place, message);
        }
        const tag = openElement(scope.tag, 'TOC');
        for (const [i, { level }] of parts.entries()) {
          session.countBox();
          let isFirst = true;
          for (const box of nodes[level - 1]!.build(entryScope(scopeOf({ ...scope, tag }, parts, i)), width, session)) {
            if (isFirst && i > 0) box.before += gap;
            isFirst = false;
            yield box;
          }
        }
      },
      measure(scope, session) {
        const parts = listed(scope);
        const widths = parts
          .slice(0, measured)
          .map(({ level }, i) => nodes[level - 1]!.measure(scopeOf(scope, parts, i), session));
        return {
          min: Math.max(0, ...widths.map(({ min }) => min)),
          max: Math.max(0, ...widths.map(({ max }) => max)),
        };
      },
    };
  },
});

function askForCounter(counter: string, { template }: CompileContext, place: string): void {
  if (isBound(counter))
    template.report('error', 'wrong-value', place, 'The name of a counter is written, such as "figure", and is no binding.');
  else if (/^\d+$/.test(counter))
    template.report('error', 'wrong-value', place, `Write the lowest level of the headings as a number: ${counter}`);
  else template.outline.ask({ kind: 'counter', filter: 'toc', name: counter, place });
}

/** An entry. `style`: its own style, if the template has it: `toc1` for a level, `toc-figure` for a counter. */
function compileEntry(
  style: string,
  start: number,
  {
    dots = true,
    numbers = true,
    pages = 'numbers',
  }: {
    readonly dots?: boolean | undefined;
    readonly numbers?: boolean | undefined;
    readonly pages?: 'numbers' | 'labels' | undefined;
  },
  context: CompileContext,
  pointer: string,
): ComponentNode {
  const number = numbers ? `{{ ${entryName}.number }}{{ ${entryName}.number == '' ? '' : ' ' }}` : '';
  const title = `${number}{{ ${entryName}.title }}`;
  const entry = {
    row: [
      { text: title, width: 'auto' },
      ...(dots ? [{ leader: '.', valign: 'bottom' }] : [{ spacer: 0 }]),
      {
        text: `{{ ${entryName}.anchor | ${pages === 'labels' ? 'page_label' : 'page_number'} }}`,
        width: 'auto',
        valign: 'bottom',
      },
    ],
    gap: 1,
    link: `#{{ ${entryName}.anchor }}`,
    margin: { start },
    ...(Object.hasOwn(context.template.styles.styles, style) && { style }),
  };
  return context.compile(entry, pointer, context);
}
