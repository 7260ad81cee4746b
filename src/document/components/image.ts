// The component `image`.

import { pictureNames } from '../../contract/asset-types.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { quoteText } from '../../words/quote-text.ts';
import type { ImageSource } from '../image/index.ts';
import { Box, ItemsBox } from '../layout/box.ts';
import { checkPicture } from '../layout/check-picture.ts';
import { boxOfHeight } from '../layout/fill-box.ts';
import { resolveLength } from '../layout/length.ts';
import { limitFault } from '../layout/limit-fault.ts';
import type { PageCanvas } from '../layout/page-canvas.ts';
import { type BoundScope, type ImageLookup, type LayoutSession, pointerOf } from '../layout/session.ts';
import { graphicTag } from '../layout/structure.ts';
import type { Tag } from '../layout/tag.ts';
import { fill, sizeOrPercent, text } from '../template/property-schemas.ts';
import { compileFill, type FillOf } from './bound-fill.ts';
import { type CompileContext, defineComponent, nameOf } from './component.ts';
import { parseLength, radiusOf } from './lengths.ts';
import { checkAlt, openFigure } from './roles.ts';
import { readHeight, sizeOrRow } from './row-height.ts';

export const image = defineComponent({
  type: 'image',
  content: 'figure',
  knownAs: ['img', 'photo', 'picture', 'src', 'svg'],
  group: 'graphic',
  summary: `A picture from the assets, or a \`data:\` URI from the data: ${pictureNames}.`,
  properties: {
    image: {
      ...text,
      description:
        'The name of an asset, such as `"logo.png"`, or a binding such as `"{{ photo }}"`. The bound value is the name of an asset or a `data:image/…;base64,` URI.',
    },
    width: sizeOrPercent,
    height: sizeOrRow('Height'),
    fit: {
      enum: ['contain', 'cover', 'fill', 'none'],
      default: 'contain',
      description: 'How the image fills `width` × `height`, as `object-fit` in CSS.',
    },
    align: {
      enum: ['left', 'center', 'right'],
      default: 'left',
      description: 'Horizontal position of the image in the available width.',
    },
    dpi: {
      type: 'number',
      minimum: 1,
      maximum: 10000,
      description: 'Pixels per inch for the natural size. Default: as the file says, otherwise 96.',
    },
    focus: {
      type: 'array',
      items: { type: 'number', minimum: 0, maximum: 1 },
      minItems: 2,
      maxItems: 2,
      title: '[from the left, from the top]',
      description:
        'With `"fit": "cover"`: the point of the image that stays in the middle of its area, as far as the image reaches. From the left and from the top, 0 to 1: `[0.5, 0]` keeps the top. Default: the middle.',
    },
    fallback: {
      ...text,
      description:
        'The image to print if the image is missing. A name that does not exist still gives the warning `missing-image`, an empty one does not.',
    },
    placeholder: {
      ...fill,
      description: `What fills \`width\` × \`height\` if the image is missing, and there is no \`fallback\`: a colour or a gradient, as the \`fill\` of a \`rect\`. A name that does not exist still gives the warning \`missing-image\`, an empty one does not.`,
    },
  },
  required: [],
  example: { image: 'logo.png', height: 14, alt: 'Logo of Gratwerk' },
  sizesItself: true,
  compile(props, context, pointer) {
    const { unit } = context.template;
    // The fallback or the placeholder takes the place of a missing name.
    const hasStandIn = props.fallback !== undefined || props.placeholder !== undefined;
    const src = context.text(props.image, `${pointer}/image`, hasStandIn);
    const fallback = props.fallback === undefined ? undefined : context.text(props.fallback, `${pointer}/fallback`);
    for (const [name, place] of [
      [props.image, 'image'],
      [props.fallback, 'fallback'],
    ] as const) {
      // A missing picture with something in its place is a warning, not an error.
      const severity = place === 'image' && hasStandIn ? 'warning' : 'error';
      if (name !== undefined && !name.includes('{{')) context.template.checkImage(name, `${pointer}/${place}`, severity);
    }
    checkAlt(props, context, pointer);
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer, context);
    const placeholderOf =
      props.placeholder === undefined ? undefined : compileFill(props.placeholder, context, `${pointer}/placeholder`);
    const find = (scope: BoundScope, session: LayoutSession): ImageSource | undefined => {
      let problem = '';
      for (const candidate of [src, fallback]) {
        const wanted = candidate?.plain(scope) ?? '';
        if (wanted === '') continue;
        const found = openImage(wanted, name, scope, session);
        if (!('problem' in found)) {
          if (problem !== '') session.warn('missing-image', name, scope.place, problem);
          return found;
        }
        problem ||= found.problem;
      }
      if (problem !== '' || placeholderOf === undefined)
        session.warn('missing-image', name, scope.place, problem || 'There is no image: its name is empty.');
      return undefined;
    };
    const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
    const givenHeight = props.height === undefined ? undefined : readHeight(props.height, context, `${pointer}/height`);
    const fillsRow = props.height !== undefined && givenHeight === undefined;
    checkEffects(props, fillsRow || (props.width !== undefined && props.height !== undefined), context, pointer);
    const leftOf = (width: number, area: PictureSize) =>
      props.align === 'right' ? width - area.width : props.align === 'center' ? (width - area.width) / 2 : 0;
    const sizeOf = (picture: ImageSource | undefined, room: number) => {
      const wide = givenWidth === undefined ? undefined : resolveLength(givenWidth, room);
      if (fillsRow) return { width: wide ?? room, height: 0 };
      const high = givenHeight;
      if (!picture) return { width: wide ?? 0, height: high ?? 0 };
      const natural = naturalSize(picture, props.dpi);
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
        const left = leftOf(width, area);
        if (!picture) {
          const place = { left, width: area.width, height: fillsRow ? undefined : area.height };
          if (area.height === 0 && !(fillsRow && placeholderOf)) return [];
          const standIn = boxOfPlaceholder(placeholderOf?.(scope), place, scope);
          if (!fillsRow) standIn.reach = { left, width: area.width };
          return [standIn];
        }
        checkPicture(picture, name, scope, session);
        const tag = openFigure(alt, scope);
        session.nameElement(tag, name, scope.place);
        const [focusX = 0.5, focusY = 0.5] = props.focus ?? [];
        const fitted = { picture, natural: naturalSize(picture, props.dpi), fit: props.fit ?? 'contain', focusX, focusY, tag };
        if (fillsRow) {
          const inRow = boxOfHeight(undefined, (canvas, x, y, height) =>
            paint(canvas, fitted, { x: x + left, y, width: area.width, height, scale: 1 }),
          );
          return [inRow];
        }
        const box = new ImageBox(area.height, picture, (canvas, x, y, scale) =>
          paint(canvas, fitted, { x: x + left, y, width: area.width * scale, height: area.height * scale, scale }),
        );
        box.reach = { left, width: area.width };
        return [box];
      },
      measure(scope, session) {
        const picture = find(scope, session);
        const { width } = sizeOf(picture, 0);
        const own =
          picture && props.width === undefined && props.height === undefined ? naturalSize(picture, props.dpi).width : width;
        return { min: props.width === undefined && props.height === undefined ? 0 : own, max: own };
      },
    };
  },
});

/** Opens an image. An image beyond a limit is named in the error. */
function openImage(wanted: string, component: string, { place }: BoundScope, session: LayoutSession): ReturnType<ImageLookup> {
  try {
    return session.findImage(wanted);
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'RENDER_LIMIT') throw error;
    const shown = wanted.startsWith('data:') ? '' : `${quoteText(wanted)} in `;
    const dataPath = place ? pointerOf(place) : null;
    throw limitFault(`${shown}${component}: ${error.message}`, { component, dataPath, page: session.pageNumber });
  }
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

/** The area of a picture on its page. `scale`: below 1 for a picture that is higher than the page. */
interface PictureArea extends PictureSize {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Fits a picture into its area, and cuts off what lies outside. */
function paint(
  canvas: PageCanvas,
  { picture, natural, fit, focusX, focusY, tag: own }: FittedPicture,
  { x, y, width, height, scale }: PictureArea,
): void {
  const tag = canvas.artifact ?? own;
  if (fit === 'fill') {
    canvas.items.push({ kind: 'image', x, y, width, height, image: picture, tag });
    return;
  }
  const ratio = fit === 'none' ? scale : (fit === 'cover' ? Math.max : Math.min)(width / natural.width, height / natural.height);
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

/** What stands in the place of a picture that the data do not have. `height`: undefined is that of the row. */
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

/** Reports what nobody would see. `hasArea`: width and height are given. */
function checkEffects(
  { fit, focus, placeholder }: { readonly fit?: string | undefined; readonly focus?: unknown; readonly placeholder?: unknown },
  hasArea: boolean,
  { template }: CompileContext,
  pointer: string,
): void {
  if (focus !== undefined && (fit !== 'cover' || !hasArea)) {
    const message = 'Only an image with "fit": "cover", a width and a height is cut, so that "focus" says which part stays.';
    template.report('warning', 'no-effect', `${pointer}/focus`, message);
  }
  if (placeholder !== undefined && !hasArea) {
    const message = 'A placeholder is as large as "width" and "height" of the image: give both.';
    template.report('warning', 'no-effect', `${pointer}/placeholder`, message);
  }
}

/** A page never cuts a picture: a picture that is higher than the page is made smaller. */
class ImageBox extends Box {
  readonly height: number;
  readonly #picture: ImageSource;
  readonly #paint: (canvas: PageCanvas, x: number, y: number, scale: number) => void;
  readonly #scale: number;

  constructor(
    height: number,
    picture: ImageSource,
    paint: (canvas: PageCanvas, x: number, y: number, scale: number) => void,
    scale = 1,
  ) {
    super();
    this.height = height * scale;
    this.#picture = picture;
    this.#paint = paint;
    this.#scale = scale;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#paint(canvas, x, y, this.#scale);
  }

  override slice(available: number): readonly [Box, Box] {
    const smaller = new ImageBox(this.height / this.#scale, this.#picture, this.#paint, (this.#scale * available) / this.height);
    return [smaller, new ItemsBox(0, () => {})];
  }
}
