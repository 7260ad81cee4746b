// Markers of lists and signs of leaders as other programs name them, and what to write.
import { otherNames } from './other-names.ts';

/** The marker to write. */
export const markerOfName = otherNames({
  bullet: '•',
  disc: '•',
  circle: '◦',
  square: '▪',
  dash: '–',
  hyphen: '-',
  checkbox: '☐',
  check: '☑',
  none: '',
  decimal: '1.',
  number: '1.',
  numbers: '1.',
  numbered: '1.',
  ordered: '1.',
  arabic: '1.',
  alpha: 'a)',
  letters: 'a)',
  'lower-alpha': 'a)',
  'lower-latin': 'a)',
  lowerAlpha: 'a)',
  'upper-alpha': 'A.',
  'upper-latin': 'A.',
  upperAlpha: 'A.',
  roman: 'i.',
  'lower-roman': 'i.',
  lowerRoman: 'i.',
  'upper-roman': 'I.',
  upperRoman: 'I.',
});

/** The sign of a leader to write. */
export const leaderOfName = otherNames({
  dot: '.',
  dots: '.',
  dotted: '.',
  dash: '-',
  dashes: '-',
  dashed: '-',
  hyphen: '-',
  line: '_',
  solid: '_',
  underline: '_',
  underscore: '_',
  space: ' ',
});
