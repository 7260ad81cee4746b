// The component `image`.

import { pictureNames } from '../../../contract/asset-types.ts';
import { PdfgenError } from '../../../contract/errors.ts';
import { quoteText } from '../../../words/show-json.ts';
import type { ImageSource } from '../../image/image-source.ts';
import { checkPicture } from '../../layout/check-picture.ts';
import { pointerOf } from '../../layout/data-place.ts';
import { limitFault } from '../../layout/limit-fault.ts';
import type { BoundScope, ImageLookup, LayoutSession } from '../../layout/session.ts';
import { fill, text } from '../../template/property-schemas.ts';
import { defineComponent, nameOf } from '../component.ts';
import { compileFill } from '../shared/bound-values/bound-fill.ts';
import { areaProperties, hasArea, pictureNode } from '../shared/picture-node.ts';
import { checkAlt, openFigure } from '../shared/roles.ts';
import { usualBox } from '../shared/usual-properties.ts';

export const image = defineComponent({
  type: 'image',
  content: 'figure',
  knownAs: ['img', 'photo', 'picture', 'src', 'svg'],
  group: 'graphic',
  usual: { content: ['image', 'alt', 'fit', 'align', 'link'], ...usualBox },
  summary: `A picture from the assets, or a \`data:\` URI from the data: ${pictureNames}.`,
  properties: {
    image: {
      ...text,
      description:
        'The name of an asset, such as `"logo.png"`, or a binding such as `"{{ photo }}"`. The bound value is the name of an asset or a `data:image/…;base64,` URI.',
    },
    ...areaProperties('image'),
    dpi: {
      type: 'number',
      minimum: 1,
      maximum: 10000,
      description: 'Pixels per inch for the natural size. Default: as the file says, otherwise 96.',
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
  looks: ['fit', 'align', 'dpi', 'placeholder'],
  hasText: false,
  example: { image: 'logo.png', height: 14, alt: 'Logo of Gratwerk' },
  sizesItself: true,
  compile(props, context, pointer) {
    // The fallback or the placeholder takes the place of a missing name.
    const hasStandIn = props.fallback !== undefined || props.placeholder !== undefined;
    const src = context.text(props.image, `${pointer}/image`, hasStandIn ? 'asked' : 'lost');
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
    const name = nameOf(props, pointer);
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
    if (props.placeholder !== undefined && !hasArea(props)) {
      const message = 'A placeholder is as large as "width" and "height" of the image: give both.';
      context.template.report('warning', 'no-effect', `${pointer}/placeholder`, message);
    }
    const open = (picture: ImageSource, scope: BoundScope, session: LayoutSession) => {
      checkPicture(picture, name, scope, session);
      const tag = openFigure(alt, scope);
      session.nameElement(tag, name, scope.place);
      return tag;
    };
    return pictureNode(props, { name, find, open, dpi: props.dpi, placeholder: placeholderOf }, context, pointer);
  },
});

/** Opens an image. An image beyond a limit is named in the error. */
export function openImage(
  wanted: string,
  component: string,
  { place }: BoundScope,
  session: LayoutSession,
): ReturnType<ImageLookup> {
  try {
    return session.findImage(wanted);
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'RENDER_LIMIT') throw error;
    const shown = wanted.startsWith('data:') ? '' : `${quoteText(wanted)} in `;
    const dataPath = pointerOf(place);
    throw limitFault(`${shown}${component}: ${error.message}`, { component, dataPath, page: session.pageNumber });
  }
}
