// The properties of the component `annotation`.
import { sizeOrPercent, text } from '../../template/property-schemas.ts';
import { color } from '../../text/colors.ts';
import type { Props } from '../component.ts';
import { placedAlign } from '../shared/placed-align.ts';

export const icons = ['comment', 'note', 'help'] as const;

export const properties = {
  annotation: {
    ...text,
    minLength: 1,
    description:
      'What the annotation says, as plain text. Line breaks are kept. Viewers show the text in a window when the icon is clicked, and screen readers read it.',
  },
  author: { ...text, description: 'Who says it. Viewers show the name above the text.' },
  icon: {
    enum: icons,
    default: 'comment',
    description: 'The icon: a speech bubble (`comment`), a sheet (`note`) or a question mark (`help`).',
  },
  open: {
    type: 'boolean',
    default: false,
    description: 'Asks viewers to show the window at first, which not all of them do. It is never printed.',
  },
  width: {
    ...sizeOrPercent,
    description:
      'Width and height of the icon. Default: 6 mm. On screens the icon has this size at any zoom, which is its share of the page at 100 % only.',
  },
  align: placedAlign('icon'),
  color: { ...color, description: `Colour of the icon. Default: yellow. ${color.description}` },
} as const;

export type AnnotationProps = Props<typeof properties, readonly ['annotation']>;
