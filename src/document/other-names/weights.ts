// The names that CSS, Typst and fonts give to weights.
import { inPlainLetters, otherNames } from './other-names.ts';

/** The number to write. */
export const weightOfName = otherNames(
  {
    thin: 100,
    hairline: 100,
    extralight: 200,
    ultralight: 200,
    light: 300,
    normal: 400,
    regular: 400,
    book: 400,
    medium: 500,
    semibold: 600,
    demibold: 600,
    bold: 700,
    extrabold: 800,
    ultrabold: 800,
    black: 900,
    heavy: 900,
  },
  inPlainLetters,
);
