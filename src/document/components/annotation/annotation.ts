// The component `annotation`: a text note, which viewers show as an icon and open as a window.
import { onDemand } from '../../on-demand.ts';
import { sizeOrPercent, text } from '../../template/property-schemas.ts';
import { color } from '../../text/colors.ts';
import { defineComponent, type Props } from '../component.ts';

const compiler = onDemand('annotations', async () => (await import('./compile-annotation.ts')).compileAnnotation);

/** The style of annotations, which a template may have. */
export const annotationStyle = 'annotation';

export const icons = ['comment', 'note', 'help'] as const;

const properties = {
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
  align: {
    enum: ['left', 'center', 'right'],
    default: 'left',
    description: 'Horizontal position of the icon in the available width.',
  },
  color: { ...color, description: `Colour of the icon. Default: yellow. ${color.description}` },
} as const;

export type AnnotationProps = Props<typeof properties, readonly ['annotation']>;

export const annotation = defineComponent({
  type: 'annotation',
  content: 'annotation',
  knownAs: [
    'annot',
    'createannotation',
    'pdfcomment',
    'popup',
    'postit',
    'stickynote',
    'textannot',
    'textannotation',
    'textnote',
  ],
  group: 'graphic',
  summary: 'A text note on the page: an icon, which viewers open as a window with the text and its author.',
  properties,
  required: [],
  example: { annotation: 'Please confirm the delivery date by Friday.', author: 'Maria Huber' },
  sizesItself: true,
  canPrint: () => true,
  impliedStyle: () => annotationStyle,
  explain: ({ size, link }) => {
    if (size !== undefined) return { place: '/size', code: 'unknown-property', message: 'The size of the icon is its "width"' };
    if (link !== undefined)
      return { place: '/link', code: 'no-effect', message: 'A click on the icon opens the text: put the link beside it' };
    return undefined;
  },
  compile: (props, context, pointer) => compiler()(props, context, pointer),
});
