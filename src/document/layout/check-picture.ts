// Checks a picture against the standards of the document.
import type { ImageSource } from '../image/image-source.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Notes what the standards of the document refuse in a picture, and what of a drawing is not as it was written. */
export function checkPicture(
  { name, drawing, traits, doubts = [] }: ImageSource,
  component: string,
  { place }: BoundScope,
  session: LayoutSession,
): void {
  if (doubts.length > 0)
    session.warn('svg-part', component, place, [...(name === undefined ? [] : [`${name}:`]), ...doubts].join(' '));
  if (!traits) return;
  const { bits, hasAlpha, cmyk } = traits;
  if (hasAlpha) {
    const what = drawing ? 'the drawing has parts that are half transparent or mixed' : 'the image has an alpha channel';
    const message = `${what}, and transparency is not allowed. Save it without, on the colour behind it.`;
    session.breach('image-transparency', component, place, message);
  }
  if (bits > 8) session.breach('image-depth', component, place, `the image has ${bits} bits a sample. Save it with 8.`);
  if (!cmyk) return;
  if (cmyk.profile === undefined) {
    const message = 'the image has CMYK colours without a colour profile. Save it with its profile, or in RGB.';
    session.breach('color-profile', component, place, message);
  } else if (cmyk.profile > 2) {
    const message = `the colour profile of the image has version ${cmyk.profile}, and only version 2 is allowed. Save the image in RGB.`;
    session.breach('profile-version', component, place, message);
  }
}
