// The component `field`: a place that people fill in after the PDF is made.

import { onDemand } from '../../on-demand.ts';
import { type CommonProps, defineComponent } from '../component.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { type FieldProps, frame, properties } from './field-properties.ts';

const compiler = onDemand('form fields', async () => (await import('./compile-field.ts')).compileField);

export const field = defineComponent({
  type: 'field',
  content: 'field',
  knownAs: [
    'acrofield',
    'checkbox',
    'combobox',
    'datefield',
    'dropdown',
    'formfield',
    'input',
    'listbox',
    'radiobutton',
    'select',
    'signature',
    'signaturefield',
    'textarea',
    'textbox',
    'textfield',
    'textinput',
  ],
  group: 'graphic',
  usual: { content: ['field', 'kind', 'label', 'value', 'options', 'required', 'readOnly', 'lines', 'max'], ...usualWritten },
  summary:
    'A field that people fill in with a viewer: a text, a date, a check box, a radio button, a list or a place for a signature.',
  properties,
  required: ['kind'],
  example: { field: 'city', kind: 'text', value: 'Salzburg', max: 40, alt: 'City' },
  sizesItself: true,
  canPrint: () => true,
  completeBox,
  explain: ({ placeholder, name, kind }) => {
    if (placeholder !== undefined)
      return {
        place: '/placeholder',
        code: 'unknown-property',
        message:
          'Fields of PDF have no placeholder: say what to write in "alt", which viewers show as the tooltip, or print a text beside the field',
      };
    if (kind !== undefined && name !== undefined)
      return {
        place: '/name',
        code: 'unknown-property',
        message: '"name" is not known here: the name of a field is its "field"',
      };
    return undefined;
  },
  compile: (props, context, pointer) => compiler()(props as FieldProps, context, pointer),
});

/** As round as can be. */
const round = 10_000;

/** A field has a thin border unless the template sets another. Radio buttons have a round border. */
function completeBox(box: CommonProps, { kind }: Readonly<Record<string, unknown>>): CommonProps {
  if (kind === 'signature') return box;
  const border = (box.border as object | undefined) ?? frame;
  return { ...box, border: kind === 'radio' ? { radius: round, ...border } : border };
}
