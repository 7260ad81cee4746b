// The property `mark`: named texts that headers and footers print.
import { pointerStep } from '../../../json/json-pointer.ts';
import { counted, grouped } from '../../../words/counts.ts';
import type { MarkTexts } from '../../expression/scope.ts';
import { type ComponentNode, outlineOf } from '../../layout/component-node.ts';
import { MarkingBox } from '../../layout/marking-box.ts';
import type { BoundScope } from '../../layout/session.ts';
import { isBound } from '../../text/text-properties.ts';
import { type CommonProps, type CompileContext, nameOf } from '../component.ts';

/** In UTF-16 code units. Each sheet lays out the text of a mark again, so a long one would take a long time. */
const longestMark = 1000;

/** Lets the first box of a component set the marks of its props. */
export function withMarks(node: ComponentNode, props: CommonProps, context: CompileContext, pointer: string): ComponentNode {
  const { mark } = props;
  if (mark === undefined) return node;
  const { report } = context.template;
  const component = nameOf(props, pointer);
  const texts = Object.entries(mark as Readonly<Record<string, string>>).map(([name, source]) => {
    const place = `${pointer}/mark${pointerStep(name)}`;
    if (isBound(name))
      report(
        'error',
        'wrong-value',
        place,
        'The name of a mark is written, such as "section", and is no binding. Its text may have bindings.',
      );
    return { name, text: context.text(source, place) };
  });
  if ('pageBreak' in props) {
    const message =
      'A page break sets its mark on the sheet that ends, not on the next one. Set it on the component after the page break, or before it.';
    report('warning', 'misplaced-mark', `${pointer}/mark`, message);
  }
  if (context.band) {
    const message =
      'A header, footer, background or overlay prints marks and sets none: its "mark" has no effect. Set it on a component of the body.';
    report('warning', 'no-effect', `${pointer}/mark`, message);
    return node;
  }
  const textsFor = (scope: BoundScope): MarkTexts =>
    new Map(texts.map(({ name, text }) => [name, shorten(name, text.printed(scope), component, scope)]));
  return {
    *build(scope, width, session) {
      let isFirst = true;
      for (const box of node.build(scope, width, session)) {
        yield isFirst ? new MarkingBox(box, textsFor(scope)) : box;
        isFirst = false;
      }
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}

function shorten(name: string, text: string, component: string, { session, place }: BoundScope): string {
  if (text.length <= longestMark) return text;
  const message = `The mark "${name}" has ${counted(text.length, 'character')} and is cut after ${grouped(longestMark)}.`;
  session.warn('text-cut', component, place, message);
  // Removes the first half of a surrogate pair that the cut has split.
  return text.slice(0, longestMark).replace(/[\ud800-\udbff]$/, '');
}
