// Checks a picture against the standards of the document.
import { quoteText } from '../../words/show-json.ts';
import type { ImageSource } from '../image/image-source.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Notes what the standards of the document refuse in a picture, and what of it is not printed or drawn otherwise. */
export function checkPicture(image: ImageSource, component: string, { place }: BoundScope, session: LayoutSession): void {
  const { key, name, drawing, traits, doubts = [] } = image;
  if (doubts.length > 0)
    session.warn('svg-part', component, place, [...(name === undefined ? [] : [`${name}:`]), ...doubts].join(' '));
  if (!traits) return;
  const { bits, hasAlpha, space, profile, doubt, isAnimated } = traits;
  if (hasAlpha) {
    const what = drawing ? 'the drawing has parts that are half transparent or mixed' : 'the image has an alpha channel';
    const message = `${what}, and transparency is not allowed. Save it without, on the colour behind it.`;
    session.breach('image-transparency', component, place, message);
  }
  if (bits > 8) session.breach('image-depth', component, place, `the image has ${bits} bits a sample. Save it with 8.`);
  if (isAnimated)
    session.warnOfPicture(
      'animated-image',
      key,
      component,
      place,
      `${nameOfPicture(image)} is animated. Its first frame is printed.`,
    );
  const isTooNew = profile !== undefined && profile > 2 && session.keeps('profile-version');
  if (space !== 'cmyk') {
    const fault = isTooNew ? `has a colour profile of version ${profile}, and PDF/A-1 takes version 2` : doubt;
    if (fault !== undefined)
      session.warnOfPicture('image-colors', key, component, place, `${nameOfPicture(image)} ${fault}. Save it in sRGB.`);
  } else if (profile === undefined) {
    const message = 'the image has CMYK colours without a colour profile. Save it with its profile, or in RGB.';
    session.breach('color-profile', component, place, message);
  } else if (isTooNew) {
    const message = `the colour profile of the image has version ${profile}, and only version 2 is allowed. Save the image in RGB.`;
    session.breach('profile-version', component, place, message);
  }
}

/** `The image "logo.png"` */
export const nameOfPicture = ({ name }: ImageSource): string =>
  `The image ${name === undefined ? 'of a data: URI' : quoteText(name)}`;
