// The component `path`: an area or line as SVG writes it.

import { quoteText } from '../../../words/show-json.ts';
import { warnAt } from '../../layout/session.ts';
import { onDemand } from '../../on-demand.ts';
import { text } from '../../template/property-schemas.ts';
import { isBound } from '../../text/text-properties.ts';
import { extentOfPath, type Path } from '../../vector/path.ts';
import { type CompileContext, defineComponent, nothing } from '../component.ts';
import { drawnNode, drawnProperties, explainViewBox } from '../shared/drawn-path.ts';
import { usualShape } from '../shared/usual-properties.ts';

const pathReader = onDemand('path data', async () => (await import('../../vector/read-path.ts')).openPaths());

export const path = defineComponent({
  type: 'path',
  content: 'nothing',
  knownAs: ['curve', 'shape', 'bezier', 'arc', 'd', 'svgpath'],
  group: 'graphic',
  usual: { content: ['path'], ...usualShape },
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
  looks: ['fill', 'stroke', 'rule'],
  hasText: false,
  explain: explainViewBox,
  example: { path: 'M0 10 Q10 -6 20 10 T40 10', stroke: { width: 2, color: '#10528c', cap: 'round' } },
  sizesItself: true,
  compile(props, context, pointer) {
    const { report } = context.template;
    const readPath = pathReader();
    const place = `${pointer}/path`;
    const explain = (fault: string) => `The path data cannot be read: ${fault}.`;
    if (!isBound(props.path)) {
      const read = readPath(props.path);
      if (read.fault === undefined) {
        checkArea(read.path, props.fill !== undefined && props.stroke === undefined, context, `${pointer}/fill`);
        return drawnNode(() => read.path, props, context, pointer);
      }
      report('error', 'wrong-value', place, explain(read.fault));
      return nothing;
    }
    const data = context.text(props.path, place);
    return drawnNode(
      (scope) => {
        const given = data.plain(scope).trim();
        if (given === '') return undefined;
        const read = readPath(given);
        if (read.fault === undefined) return read.path;
        warnAt(scope, 'wrong-path', place, `${quoteText(given)} is left out. ${explain(read.fault)}`);
        return undefined;
      },
      props,
      context,
      pointer,
    );
  },
});

/** Reports a fill of a path without an area. */
function checkArea(path: Path, isOnlyFilled: boolean, { template }: CompileContext, pointer: string): void {
  const extent = extentOfPath(path);
  if (!isOnlyFilled || !extent || (extent.left < extent.right && extent.top < extent.bottom)) return;
  template.report(
    'warning',
    'no-effect',
    pointer,
    'The path is a straight line or a point, so nothing is filled. Give it a "stroke".',
  );
}
