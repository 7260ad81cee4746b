// Compiles annotations. This code is loaded for templates that have one.
import { ItemsBox } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { alignments } from '../../layout/graphic.ts';
import { resolveLength } from '../../layout/length.ts';
import { openAnnotation } from '../../layout/structure.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type CommonProps, type CompileContext, nameOf } from '../component.ts';
import { isQuarter } from '../shared/box/turned.ts';
import { parseLength } from '../shared/lengths.ts';
import { sideIn } from '../shared/placed-align.ts';
import { checkTextProperties } from '../shared/shape.ts';
import type { AnnotationProps } from './annotation-properties.ts';
import { drawIcon, iconNames } from './icons.ts';

const mm = 72 / 25.4;
const usualWidth = 6 * mm;
/** In pt. Nobody sees a smaller icon. */
const leastWidth = 0.5;

export function compileAnnotation(props: AnnotationProps, context: CompileContext, pointer: string): ComponentNode {
  const { icon = 'comment', open: isOpen = false } = props;
  // A quarter turn exchanges the two.
  const [ownWidth, ownHeight] = isQuarter(props.rotate) ? [props.height, props.width] : [props.width, props.height];
  checkProps({ ...props, height: ownHeight }, context, pointer);
  const contents = context.text(props.annotation, `${pointer}/annotation`, 'checked');
  const author = props.author === undefined ? undefined : context.text(props.author, `${pointer}/author`);
  const givenWidth = ownWidth === undefined ? usualWidth : parseLength(ownWidth, context.template.unit);
  const name = nameOf(props, pointer);
  return {
    build(scope, width, session) {
      session.countBox();
      const said = cleanText(contents.printed(scope), true).trim();
      if (said === '') {
        session.warn('empty-annotation', name, scope.place, 'The annotation has no text and is left out.');
        return [];
      }
      const side = resolveLength(givenWidth, width);
      if (side < leastWidth) {
        session.warn('empty-annotation', name, scope.place, 'The icon of the annotation has no width, and is left out.');
        return [];
      }
      const by = author && (cleanText(author.printed(scope), false).replaceAll('\n', ' ').trim() || undefined);
      for (const one of [said, by ?? '']) session.checkPrivate(one, name, scope.place);
      session.breach(
        'annotation',
        name,
        scope.place,
        'there is no structure type for an annotation. Choose PDF/A-1b or PDF/A-2a.',
      );
      const { color } = context.style.resolve(scope).style;
      const tag = openAnnotation(scope.tag, 'Annot');
      session.nameElement(tag, name, scope.place);
      const left = Math.max(0, (width - side) * alignments[sideIn(props.align, scope)]);
      const look = drawIcon(icon, side, color);
      const box = new ItemsBox(side, (canvas, x, y) => {
        canvas.items.push({
          kind: 'annotation',
          x: x + left,
          y,
          width: side,
          height: side,
          contents: said,
          author: by,
          icon: iconNames[icon],
          color,
          isOpen,
          look,
          tag,
        });
      });
      box.reach = { left, width: side };
      return [box];
    },
    measure() {
      const own = resolveLength(givenWidth, usualWidth);
      return { min: own, max: own };
    },
  };
}

/** Why a property has no effect on an annotation. */
const withoutEffect = {
  height: 'The icon is a square: its "width" is its height too.',
  rotate: 'Viewers keep the icon upright.',
  opacity: 'Choose a lighter "color".',
  link: 'A click on the icon opens the text: put the link beside it.',
  alt: 'Screen readers read the text of the annotation.',
  size: 'The icon is as large as its "width".',
} as const satisfies Partial<Record<keyof CommonProps, string>>;

function checkProps(props: Readonly<Record<string, unknown>>, context: CompileContext, pointer: string): void {
  for (const [property, reason] of Object.entries(withoutEffect))
    if (props[property] !== undefined)
      context.template.report('warning', 'no-effect', `${pointer}/${property}`, `"${property}" has no effect here. ${reason}`);
  const { color: _color, align: _align, size: _size, ...others } = props;
  checkTextProperties(others, '', context, pointer);
}
