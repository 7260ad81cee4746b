// The component `leader`: signs that lead the eye across a gap, such as the dots of a table of contents.

import { ItemsBox } from '../../layout/box.ts';
import { decoration } from '../../layout/structure.ts';
import { leaderOfName } from '../../other-names/markers.ts';
import { isBound, leaderSigns } from '../../text/text-properties.ts';
import { defineComponent, nameOf } from '../component.ts';
import { warnOfMissing } from '../shared/missing-glyphs.ts';
import { usualWritten } from '../shared/usual-properties.ts';

/** More signs than fit on any page. */
const mostSigns = 5000;

export const leader = defineComponent({
  type: 'leader',
  content: 'nothing',
  knownAs: ['dots', 'fill', 'dotfill'],
  group: 'graphic',
  usual: { content: ['leader'], ...usualWritten },
  summary: 'Signs, such as dots, across the available width. Those of several lines stand below each other.',
  properties: {
    leader: {
      type: 'string',
      minLength: 1,
      maxLength: 10,
      pattern: leaderSigns,
      'x-written': true,
      description: 'The sign, or several: `"."`, `". "`, `"_"`.',
    },
  },
  required: [],
  example: { leader: '.' },
  compile(props, context, pointer) {
    const { engine, report } = context.template;
    const { leader: signs } = props;
    const name = nameOf(props, pointer);
    const sign = leaderOfName(signs);
    const fail = (message: string) => report('error', 'wrong-value', `${pointer}/leader`, message);
    if (isBound(signs)) fail('The signs of a leader are written, such as ".", and are no binding.');
    else if (sign !== undefined) fail(`"${signs}" would be printed as it stands: write ${JSON.stringify(sign)}.`);
    return {
      build(scope, width, session) {
        session.countBox();
        const { style, options } = context.style.fixed ?? context.style.resolve(scope);
        const prepare = (text: string) => engine.prepare([{ text, style, link: undefined }], options.ltr);
        const linesOf = (text: string) => prepare(text).wrap(Number.POSITIVE_INFINITY);
        warnOfMissing(prepare(signs).missing, name, scope, session);
        // The advance of a sign beside the next one.
        const step = linesOf(signs.repeat(11))[0]!.width / 11;
        const { height } = linesOf(signs)[0]!;
        return [
          new ItemsBox(height, (canvas, x, y) => {
            const first = step > 0 ? Math.ceil(x / step) : 0;
            const count = step > 0 ? Math.min(mostSigns, Math.floor((x + width) / step) - first) : 0;
            if (count <= 0) return;
            const [line] = linesOf(signs.repeat(count));
            for (const segment of line!.segments)
              canvas.items.push({
                kind: 'text',
                x: first * step,
                y: y + line!.baseline,
                segment,
                tag: canvas.artifact ?? decoration,
              });
          }),
        ];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
