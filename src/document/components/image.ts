// The component `image`.

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
import type { Tag } from '../layout/tag.ts';
import { sizeOrPercent, text } from '../template/property-schemas.ts';
import { defineComponent, nameOf } from './component.ts';
import { parseLength } from './lengths.ts';
import { checkAlt, openFigure } from './roles.ts';
import { readHeight, sizeOrRow } from './row-height.ts';

export const image = defineComponent({
  type: 'image',
  content: 'figure',
  knownAs: ['img', 'photo', 'picture', 'src', 'svg'],
  group: 'graphic',
  summary: 'A PNG, JPEG or SVG from the assets, or a `data:` URI from the data.',
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
    fallback: { ...text, description: 'The image to print if the image is missing.' },
  },
  required: [],
  example: { image: 'logo.png', height: 14, alt: 'Logo of Gratwerk' },
  sizesItself: true,
  compile(props, context, pointer) {
    context.template.drawsPictures = true;
    const { unit } = context.template;
    // The fallback takes the place of a missing name.
    const src = context.text(props.image, `${pointer}/image`, props.fallback !== undefined);
    const fallback = props.fallback === undefined ? undefined : context.text(props.fallback, `${pointer}/fallback`);
    for (const [name, place] of [
      [props.image, 'image'],
      [props.fallback, 'fallback'],
    ] as const) {
      // A missing picture with a fallback is a warning, not an error.
      const severity = place === 'image' && props.fallback !== undefined ? 'warning' : 'error';
      if (name !== undefined && !name.includes('{{')) context.template.checkImage(name, `${pointer}/${place}`, severity);
    }
    checkAlt(props, context, pointer);
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer, context);
    const find = (scope: BoundScope, session: LayoutSession): ImageSource | undefined => {
      let problem = '';
      for (const candidate of [src, fallback]) {
        const wanted = candidate?.plain(scope) ?? '';
        if (wanted === '') continue;
        const found = openImage(wanted, name, scope, session);
        if (!('problem' in found)) return found;
        problem ||= found.problem;
      }
      session.warn('missing-image', name, scope.place, problem || 'There is no image: its name is empty.');
      return undefined;
    };
    const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
    const givenHeight = props.height === undefined ? undefined : readHeight(props.height, context, `${pointer}/height`);
    const fillsRow = props.height !== undefined && givenHeight === undefined;
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
        if (!picture) return area.height > 0 ? [new ItemsBox(area.height, () => {})] : [];
        checkPicture(picture, name, scope, session);
        const tag = openFigure(alt, scope);
        session.nameElement(tag, name, scope.place);
        const left = props.align === 'right' ? width - area.width : props.align === 'center' ? (width - area.width) / 2 : 0;
        const fitted = { picture, natural: naturalSize(picture, props.dpi), fit: props.fit ?? 'contain', tag };
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
  { picture, natural, fit, tag: own }: FittedPicture,
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
  const item = { kind: 'image', x: (width - w) / 2, y: (height - h) / 2, width: w, height: h, image: picture, tag } as const;
  if (w <= width + 0.01 && h <= height + 0.01) canvas.items.push({ ...item, x: x + item.x, y: y + item.y });
  else canvas.items.push({ kind: 'group', x, y, rotate: 0, clip: { x: 0, y: 0, width, height }, items: [item] });
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
