// The component `toc`: a table of contents, made of the headings of the document.
import type { FromSchema } from '../../contract/schema.ts';
import type { ComponentNode } from '../layout/component-node.ts';
import type { Heading } from '../layout/outline.ts';
import { type BoundScope, elementScope } from '../layout/session.ts';
import { openElement } from '../layout/structure.ts';
import { size } from '../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf } from './component.ts';
import { withContext } from './context.ts';
import { entryScope } from './roles.ts';

/** `auto` widths look at this many entries at most. */
const measured = 200;
/** Indent of a level against the one above it, in mm. */
const usualIndentMm = 5;

/** The name of an entry inside of the component. */
const entryName = 'heading';
const entrySchema = {
  type: 'object',
  properties: { number: { type: 'string' }, title: { type: 'string' }, anchor: { type: 'string' } },
  required: ['number', 'title', 'anchor'],
} as const;

export const toc = defineComponent({
  type: 'toc',
  content: 'children',
  knownAs: ['contents', 'tableOfContents', 'index'],
  group: 'text',
  summary: 'A table of contents: an entry for each heading of the document, with its number, its title and its page.',
  properties: {
    toc: {
      type: 'integer',
      minimum: 1,
      maximum: 6,
      description: 'The lowest level of the headings: `2` lists the texts with the roles `heading1` and `heading2`.',
    },
    dots: { type: 'boolean', default: true, description: 'Whether dots lead from the title to the page.' },
    indent: {
      ...size,
      description: 'How far the entries of a level are indented against those of the level above. Default: 5 mm.',
    },
    gap: { ...size, description: 'Space between entries.' },
  },
  required: [],
  example: { toc: 2 },
  compile(props, context, pointer) {
    const { unit } = context.template;
    const name = nameOf(props, pointer, context);
    const indent = props.indent === undefined ? (usualIndentMm * 72) / 25.4 : props.indent * unit;
    const gap = (props.gap ?? 0) * unit;
    const inside = withContext({
      ...context,
      names: { ...context.names, locals: [...context.names.locals, { name: entryName, schema: entrySchema }] },
    });
    const nodes = Array.from({ length: props.toc }, (_, i) => compileEntry(i + 1, (indent * i) / unit, props, inside, pointer));
    const listed = ({ session }: BoundScope) => session.outline.headings().filter(({ level }) => level <= props.toc);
    const scopeOf = (scope: BoundScope, headings: readonly Heading[], i: number) =>
      elementScope(scope, '(contents)', headings[i], i, headings.length);
    return {
      *build(scope, width, session) {
        const headings = listed(scope);
        if (headings.length === 0) {
          const message = `The document has no heading of level ${props.toc === 1 ? '1' : `1 to ${props.toc}`} to list: give its headings a role such as "heading1".`;
          session.warn('toc-empty', name, scope.place, message);
        }
        const tag = openElement(scope.tag, 'TOC');
        for (const [i, { level }] of headings.entries()) {
          session.countBox();
          let isFirst = true;
          for (const box of nodes[level - 1]!.build(entryScope(scopeOf({ ...scope, tag }, headings, i)), width, session)) {
            if (isFirst && i > 0) box.before += gap;
            isFirst = false;
            yield box;
          }
        }
      },
      measure(scope, session) {
        const headings = listed(scope);
        const widths = headings
          .slice(0, measured)
          .map(({ level }, i) => nodes[level - 1]!.measure(scopeOf(scope, headings, i), session));
        return {
          min: Math.max(0, ...widths.map(({ min }) => min)),
          max: Math.max(0, ...widths.map(({ max }) => max)),
        };
      },
    };
  },
});

/** The entry of a level: its own style is the one named after it, such as `toc1`, if the template has it. */
function compileEntry(
  level: number,
  left: number,
  { dots = true }: { readonly dots?: FromSchema<{ readonly type: 'boolean' }> | undefined },
  context: CompileContext,
  pointer: string,
): ComponentNode {
  const style = `toc${level}`;
  const title = `{{ ${entryName}.number }}{{ ${entryName}.number == '' ? '' : ' ' }}{{ ${entryName}.title }}`;
  const entry = {
    row: [
      { text: title, width: 'auto' },
      ...(dots ? [{ leader: '.', valign: 'bottom' }] : [{ spacer: 0 }]),
      { text: `{{ ${entryName}.anchor | page_number }}`, width: 'auto', valign: 'bottom' },
    ],
    gap: 1,
    link: `#{{ ${entryName}.anchor }}`,
    margin: [0, 0, 0, left],
    ...(Object.hasOwn(context.template.styles.styles, style) && { style }),
  };
  return context.compile(entry, pointer, context);
}
