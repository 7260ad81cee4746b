// The component `field`: a place that people fill in after the PDF is made.
import { ItemsBox } from '../layout/box.ts';
import { resolveLength } from '../layout/length.ts';
import { toSource } from '../layout/link-target.ts';
import { openElement } from '../layout/structure.ts';
import { size, sizeOrPercent, text } from '../template/property-schemas.ts';
import { defineComponent, nameOf } from './component.ts';
import { parseLength } from './lengths.ts';
import { readAlt } from './roles.ts';

const mm = 72 / 25.4;

export const field = defineComponent({
  type: 'field',
  content: 'field',
  knownAs: ['signature', 'signaturefield'],
  group: 'graphic',
  summary:
    'A place for a signature, which `pdfgen sign` or another program fills. It paints nothing: draw a line or a border around it.',
  properties: {
    field: {
      ...text,
      minLength: 1,
      maxLength: 100,
      description:
        'The name of the field, without full stops. Each field of a document needs a name of its own, so in a list use a binding.',
    },
    kind: { enum: ['signature'], description: 'Kind of the field.' },
    width: { ...sizeOrPercent, description: 'Width. Default: 70 mm.' },
    height: { ...size, description: 'Height, in the unit of the template. Default: 20 mm.' },
    alt: { ...text, description: 'What is signed here, for screen readers: "Signature of the seller". Default: the name.' },
  },
  required: ['kind'],
  example: { field: 'seller', kind: 'signature', alt: 'Signature of the seller', height: 15 },
  sizesItself: true,
  compile(props, context, pointer) {
    const { unit } = context.template;
    const name = context.text(props.field, `${pointer}/field`);
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const height = props.height === undefined ? 20 * mm : props.height * unit;
    const given = props.width === undefined ? undefined : parseLength(props.width, unit);
    const widthIn = (room: number) => (given === undefined ? Math.min(70 * mm, room) : resolveLength(given, room));
    if (name.isLiteral && props.field.includes('.'))
      context.template.report(
        'error',
        'wrong-value',
        `${pointer}/field`,
        'the name of a field has no full stops: they join names of groups',
      );
    return {
      build(scope, width, session) {
        session.countBox();
        const owner = { component: nameOf(props, pointer, context), place: scope.place };
        const called = name.plain(scope).trim();
        const fault =
          called === ''
            ? 'has no name'
            : called.includes('.')
              ? `is called ${JSON.stringify(called)}, with a full stop`
              : undefined;
        if (fault !== undefined) {
          session.warn('field-dropped', owner.component, owner.place, `The field ${fault}. It is left out.`);
          return [new ItemsBox(height, () => {})];
        }
        const tag = openElement(scope.tag, 'Form');
        const box = new ItemsBox(height, (canvas, x, y) => {
          canvas.items.push({
            kind: 'field',
            x,
            y,
            width: widthIn(width),
            height,
            name: called,
            description: readAlt(alt, scope) ?? called,
            source: toSource(owner),
            tag: tag?.kind === 'element' ? tag : undefined,
          });
        });
        box.reach = { left: 0, width: widthIn(width) };
        return [box];
      },
      measure() {
        const own = widthIn(70 * mm);
        return { min: typeof given === 'number' ? own : 0, max: own };
      },
    };
  },
});
