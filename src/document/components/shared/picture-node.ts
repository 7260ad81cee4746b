// A picture or a page of a PDF in its area: how large it is, how it is fitted, where it stands.
import type { FromSchema, JsonSchema } from '../../../contract/schema.ts';
import type { ImageSource } from '../../image/image-source.ts';
import type { Box } from '../../layout/box.ts';
import { nameOfPicture } from '../../layout/check-picture.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { boxOfHeight } from '../../layout/fill-box.ts';
import { alignments } from '../../layout/graphic.ts';
import { GraphicBox } from '../../layout/graphic-box.ts';
import { resolveLength } from '../../layout/length.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { graphicTag } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import { sizeOrPercent } from '../../template/property-schemas.ts';
import type { Rectangle } from '../../vector/path.ts';
import type { CompileContext } from '../component.ts';
import type { FillOf } from './bound-values/bound-fill.ts';
import { readHeight, sizeOrRow } from './box/row-height.ts';
import { parseLength, radiusOf } from './lengths.ts';
import { placedAlign, sideIn } from './placed-align.ts';

/** The properties of the area of a picture. `what`: its name in their descriptions. */
export const areaProperties = (what: string) =>
  ({
    width: sizeOrPercent,
    height: sizeOrRow('Height'),
    fit: {
      enum: ['contain', 'cover', 'fill', 'none'],
      default: 'contain',
      description: `How the ${what} fills \`width\` × \`height\`, as \`object-fit\` in CSS.`,
    },
    align: placedAlign(what),
    focus: {
      type: 'array',
      items: { type: 'number', minimum: 0, maximum: 1 },
      minItems: 2,
      maxItems: 2,
      title: '[from the left, from the top]',
      description: `With \`"fit": "cover"\`: the point of the ${what} that stays in the middle of its area, as far as the ${what} reaches. From the left and from the top, 0 to 1: \`[0.5, 0]\` keeps the top. Default: the middle.`,
    },
  }) as const satisfies Record<string, JsonSchema>;

export type AreaProps = {
  readonly [K in keyof ReturnType<typeof areaProperties>]?: undefined | FromSchema<ReturnType<typeof areaProperties>[K]>;
};

/** What stands in an area. */
export interface AreaContent {
  /** The name of the component, for messages. */
  readonly name: string;
  /** Undefined: there is nothing to draw. */
  find(scope: BoundScope, session: LayoutSession): ImageSource | undefined;
  /** Notes doubts about what is drawn, and opens its element. */
  open(picture: ImageSource, scope: BoundScope, session: LayoutSession): Tag | undefined;
  readonly dpi?: number | undefined;
  /** Fills the place of the picture if there is no picture to draw. */
  readonly placeholder?: ((scope: BoundScope) => ReturnType<FillOf>) | undefined;
}

/** Whether width and height are given. */
export const hasArea = ({ width, height }: AreaProps): boolean => width !== undefined && height !== undefined;

/** Compiles the area of a picture. */
export function pictureNode(
  props: AreaProps,
  { name, find, open, dpi, placeholder }: AreaContent,
  context: CompileContext,
  pointer: string,
): ComponentNode {
  const { unit } = context.template;
  const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
  const givenHeight = props.height === undefined ? undefined : readHeight(props.height, context, `${pointer}/height`);
  const fillsRow = props.height !== undefined && givenHeight === undefined;
  checkFocus(props, context, pointer);
  const sizeOf = (picture: ImageSource | undefined, room: number) => {
    const wide = givenWidth === undefined ? undefined : resolveLength(givenWidth, room);
    if (fillsRow) return { width: wide ?? room, height: 0 };
    const high = givenHeight;
    if (!picture) return { width: wide ?? 0, height: high ?? 0 };
    const natural = naturalSize(picture, dpi);
    const width = wide ?? (high === undefined ? Math.min(natural.width, room) : (high * natural.width) / natural.height);
    return {
      width,
      height: high ?? (wide === undefined ? (width * natural.height) / natural.width : (wide * natural.height) / natural.width),
    };
  };
  return {
    build(scope, width, session) {
      session.countBox();
      const picture = find(scope, session);
      const area = sizeOf(picture, width);
      const align = sideIn(props.align, scope);
      const left = (width - area.width) * alignments[align];
      if (!picture) {
        const place = { left, width: area.width, height: fillsRow ? undefined : area.height };
        if (area.height === 0 && !(fillsRow && placeholder)) return [];
        const standIn = boxOfPlaceholder(placeholder?.(scope), place, scope);
        if (!fillsRow) standIn.reach = { left, width: area.width };
        return [standIn];
      }
      const tag = open(picture, scope, session);
      const [focusX = 0.5, focusY = 0.5] = props.focus ?? [];
      const fitted = { picture, natural: naturalSize(picture, dpi), fit: props.fit ?? 'contain', focusX, focusY, tag };
      if (fillsRow) {
        const inRow = boxOfHeight(undefined, (canvas, x, y, height) =>
          paint(canvas, fitted, { x: x + left, y, width: area.width, height }),
        );
        return [inRow];
      }
      const facts = { name: nameOfPicture(picture), align, component: name, place: scope.place, tag, session };
      const box = new GraphicBox(area.height, facts, (canvas, x, y) => paint(canvas, fitted, { ...area, x: x + left, y }));
      box.reach = { left, width: area.width };
      return [box];
    },
    measure(scope, session) {
      const picture = find(scope, session);
      const { width } = sizeOf(picture, 0);
      const own = picture && props.width === undefined && props.height === undefined ? naturalSize(picture, dpi).width : width;
      return { min: props.width === undefined && props.height === undefined ? 0 : own, max: own };
    },
  };
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The natural size of a picture in pt. */
function naturalSize(picture: ImageSource, dpi: number | undefined): PictureSize {
  const perPoint = (dpi ?? picture.dpi ?? 96) / 72;
  return { width: picture.width / perPoint, height: picture.height / perPoint };
}

interface FittedPicture {
  readonly picture: ImageSource;
  readonly natural: PictureSize;
  readonly fit: 'contain' | 'cover' | 'fill' | 'none';
  /** The point that stays in the middle, from 0 to 1. */
  readonly focusX: number;
  readonly focusY: number;
  readonly tag: Tag | undefined;
}

/** Fits a picture into its area, and cuts off what lies outside. */
function paint(
  canvas: PageCanvas,
  { picture, natural, fit, focusX, focusY, tag: own }: FittedPicture,
  { x, y, width, height }: Rectangle,
): void {
  const tag = canvas.artifact ?? own;
  if (fit === 'fill') {
    canvas.items.push({ kind: 'image', x, y, width, height, image: picture, tag });
    return;
  }
  const ratio = fit === 'none' ? 1 : (fit === 'cover' ? Math.max : Math.min)(width / natural.width, height / natural.height);
  const w = natural.width * ratio;
  const h = natural.height * ratio;
  const [left, top] =
    fit === 'cover' ? [placeOf(focusX, w, width), placeOf(focusY, h, height)] : [(width - w) / 2, (height - h) / 2];
  const item = { kind: 'image', x: left, y: top, width: w, height: h, image: picture, tag } as const;
  if (w <= width + 0.01 && h <= height + 0.01) canvas.items.push({ ...item, x: x + item.x, y: y + item.y });
  else canvas.items.push({ kind: 'group', x, y, rotate: 0, clip: { x: 0, y: 0, width, height }, items: [item] });
}

/** Where a length begins that covers another one, so that a point of it lies in the middle, or as near to it as it reaches. */
const placeOf = (focus: number, length: number, covered: number): number =>
  Math.min(0, Math.max(covered - length, covered / 2 - focus * length));

/** The box that is shown if the data have no picture. `height` undefined: the height of the row. */
function boxOfPlaceholder(
  paintOf: ReturnType<FillOf>,
  { left, width, height: given }: { readonly left: number; readonly width: number; readonly height: number | undefined },
  scope: BoundScope,
): Box {
  return boxOfHeight(given, (canvas, x, y, height) => {
    const fill = width > 0 && height > 0 ? paintOf?.({ x: 0, y: 0, width, height }) : undefined;
    if (fill === undefined) return;
    const tag = canvas.artifact ?? graphicTag(scope.tag);
    canvas.items.push({ kind: 'rect', x: x + left, y, width, height, fill, stroke: undefined, radius: radiusOf(), tag });
  });
}

/** Reports a `focus` without effect. */
function checkFocus(props: AreaProps, { template }: CompileContext, pointer: string): void {
  if (props.focus === undefined || (props.fit === 'cover' && hasArea(props))) return;
  const message = 'Nothing is cut here, so "focus" has no effect. It needs "fit": "cover", a width and a height.';
  template.report('warning', 'no-effect', `${pointer}/focus`, message);
}
