// The component `path`: an area or line as SVG writes it.
import { quoteText } from '../../words/quote-text.ts';
import { warnAt } from '../layout/session.ts';
import { text } from '../template/property-schemas.ts';
import { isBound } from '../text/text-properties.ts';
import { defineComponent, nothing } from './component.ts';
import { drawnNode, drawnProperties } from './drawn-path.ts';

export const path = defineComponent({
  type: 'path',
  content: 'nothing',
  knownAs: ['curve', 'shape', 'bezier', 'arc'],
  group: 'graphic',
  summary: 'Lines and curves as SVG writes them.',
  properties: {
    path: {
      ...text,
      minLength: 1,
      description:
        'Path data of SVG, such as `"M0 0 L10 5 L0 10 Z"`, or a binding that gives them. Lengths count from the top left, in the unit of the template or in the units of `viewBox`.',
    },
    ...drawnProperties,
  },
  required: [],
  example: { path: 'M0 10 Q10 -6 20 10 T40 10', stroke: { width: 2, color: '#10528c', cap: 'round' } },
  sizesItself: true,
  compile(props, context, pointer) {
    const { readers, report } = context.template;
    const readPath = readers.readPath!;
    const place = `${pointer}/path`;
    const explain = (fault: string) => `These are no path data: ${fault}. They begin with M, such as "M0 0 L10 5 Z".`;
    if (!isBound(props.path)) {
      const { path: drawn, fault } = readPath(props.path);
      if (fault === undefined) return drawnNode(() => drawn, props, context, pointer);
      report('error', 'wrong-value', place, explain(fault));
      return nothing;
    }
    const data = context.text(props.path, place);
    const at = context.template.placeOf(place);
    return drawnNode(
      (scope) => {
        const given = data.plain(scope).trim();
        if (given === '') return undefined;
        const { path: drawn, fault } = readPath(given);
        if (fault === undefined) return drawn;
        warnAt(scope, 'wrong-path', at, `${quoteText(given)} is left out. ${explain(fault)}`);
        return undefined;
      },
      props,
      context,
      pointer,
    );
  },
});
