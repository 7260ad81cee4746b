// Compiles fields. This code is loaded for templates that have one.
import type { FieldFlagName } from '../../../pdf-file/acro-form/field-table.ts';
import { quoteText } from '../../../words/show-json.ts';
import { ItemsBox } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { leftIn } from '../../layout/direction.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { resolveLength } from '../../layout/length.ts';
import { toSource } from '../../layout/link-target.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { openAnnotation } from '../../layout/structure.ts';
import { units } from '../../template/units.ts';
import { type CompileContext, nameOf } from '../component.ts';
import { compileBorder } from '../shared/bound-values/bound-stroke.ts';
import { literalStyleNames } from '../shared/bound-values/bound-style.ts';
import { parseLength, stroke } from '../shared/lengths.ts';
import { readAlt } from '../shared/roles.ts';
import { checkProps, nameFault } from './check-field.ts';
import { type Area, combLines } from './field-look.ts';
import { type FieldProps, frame, type Kind } from './field-properties.ts';
import { fillers } from './fill-field.ts';

const { mm } = units;
const buttonSide = 4 * mm;

/** In pt. Nobody sees a smaller field. */
const leastSize = 0.5;

/** Default width and height. Undefined: the whole width, and the height of the text. */
const usualSizes: Partial<Record<Kind, Area>> = {
  signature: { width: 70 * mm, height: 20 * mm },
  check: { width: buttonSide, height: buttonSide },
  radio: { width: buttonSide, height: buttonSide },
};

export function compileField(props: FieldProps, context: CompileContext, pointer: string): ComponentNode {
  const { kind } = props;
  const { unit, report } = context.template;
  checkProps(props, context, pointer);
  const name = context.text(props.field, `${pointer}/field`, 'checked');
  const fault = name.isLiteral ? nameFault(props.field) : undefined;
  if (fault !== undefined) report('error', 'wrong-value', `${pointer}/field`, fault);
  const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const usual = usualSizes[kind];
  const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
  const widthIn = (room: number) =>
    givenWidth === undefined ? Math.min(usual?.width ?? room, room) : resolveLength(givenWidth, room);
  const isButton = kind === 'check' || kind === 'radio';
  const heightFor = (width: number) => {
    if (props.height !== undefined) return props.height * unit;
    return isButton && givenWidth !== undefined ? width : usual?.height;
  };
  const flags: FieldFlagName[] = [
    ...(props.readOnly ? ['readOnly' as const] : []),
    ...(props.required ? ['required' as const] : []),
  ];
  const fill = fillers[kind](props, flags, context, pointer);
  const component = nameOf(props, pointer);
  const separator = props.comb && props.max !== undefined ? combStroke(props, context, pointer) : undefined;
  return {
    build(scope, width, session) {
      session.countBox();
      const owner = { component, place: scope.place };
      const wide = widthIn(width);
      const doubt = (message: string) => session.warn('field-value', component, scope.place, message);
      const filled = fill({ name: component, scope, session, width: wide, height: heightFor(wide), doubt });
      const called = name.plain(scope).trim();
      const fault = nameFault(called);
      // A signature may stand where nobody sees it.
      const isUnseen = kind !== 'signature' && Math.min(wide, filled.height) < leastSize;
      const wrong =
        called === ''
          ? 'has no name'
          : isUnseen
            ? 'has no width or no height'
            : fault && `is called ${quoteText(called)}: ${fault}`;
      if (wrong !== undefined) {
        session.warn('field-dropped', component, scope.place, `The field ${wrong}. It is left out.`);
        return [new ItemsBox(filled.height, () => {})];
      }
      const tag = openAnnotation(scope.tag, 'Form');
      const description = readAlt(alt, scope);
      // ISO 14289-1, 7.18.1: the tooltip says what is filled in. The name of a field does not.
      if (description === undefined)
        session.breach('alternative-text', component, scope.place, 'the field has no "alt". Say with "alt" what is filled in.');
      const said = description ?? called;
      const lines = separator && combLines(props.max!, { width: wide, height: filled.height }, separator(scope));
      const left = leftIn(scope, 0, wide, width);
      const draw = (canvas: PageCanvas, begin: number, y: number) => {
        const x = begin + left;
        for (const line of lines ?? [])
          canvas.items.push({ ...line, x1: x + line.x1, x2: x + line.x2, y1: y, y2: y + line.y2, tag: canvas.artifact });
        canvas.items.push({
          kind: 'field',
          x,
          y,
          width: wide,
          height: filled.height,
          name: called,
          description: filled.hint === undefined ? said : `${said} (${filled.hint})`,
          form: filled.form,
          isRepeated: context.band !== undefined || canvas.artifact !== undefined,
          source: toSource(owner),
          tag,
        });
      };
      const box = new ItemsBox(filled.height, draw);
      box.reach = { left, width: wide };
      return [box];
    },
    measure() {
      const own = widthIn(70 * mm);
      return { min: typeof givenWidth === 'number' || isButton ? own : 0, max: own };
    },
  };
}

/** The lines between the places of characters look as the border at the left does. */
function combStroke(props: FieldProps, context: CompileContext, pointer: string): (scope: BoundScope) => Stroke {
  const ofStyle = context.template.styles.find(literalStyleNames(props), 'border')?.value;
  const border = (props.border ?? ofStyle) as Parameters<typeof compileBorder>[0] | undefined;
  const usual = stroke(frame)!;
  if (border === undefined) return () => usual;
  const at = props.border ? `${pointer}/border` : `${pointer}/style`;
  const sides = compileBorder(border, context, at, !props.border);
  return (scope) => sides(scope).left ?? sides(scope).bottom ?? usual;
}
