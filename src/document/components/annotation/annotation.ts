// The component `annotation`: a text note, which viewers show as an icon and open as a window.

import { onDemand } from '../../on-demand.ts';
import { defineComponent } from '../component.ts';
import { usualCondition } from '../shared/usual-properties.ts';
import { type AnnotationProps, properties } from './annotation-properties.ts';

const compiler = onDemand('annotations', async () => (await import('./compile-annotation.ts')).compileAnnotation);

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
  usual: { content: ['annotation', 'author', 'icon', 'color'], condition: usualCondition },
  summary: 'A text note on the page: an icon, which viewers open as a window with the text and its author.',
  properties,
  required: [],
  looks: ['icon', 'open', 'align', 'color'],
  hasText: false,
  example: { annotation: 'Please confirm the delivery date by Friday.', author: 'Maria Huber' },
  sizesItself: true,
  canPrint: () => true,
  // Nothing covers the icon, and nothing fades it.
  completeBox: ({ link: _link, opacity: _opacity, ...box }) => box,
  compile: (props, context, pointer) => compiler()(props as AnnotationProps, context, pointer),
});
