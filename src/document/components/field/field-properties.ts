// The properties of the component `field`.
import { type FromSchema, objectOf } from '../../../contract/schema.ts';
import { elementList, letValues, size, sizeOrPercent, text } from '../../template/property-schemas.ts';
import type { Props } from '../component.ts';
import { elementProperties } from '../shared/lists/select-elements.ts';

export const kinds = ['text', 'date', 'check', 'radio', 'choice', 'signature'] as const;
export type Kind = (typeof kinds)[number];

/** An option of a choice that has a label. */
export const labelledOption = objectOf(['value'], {
  value: { ...text, description: 'What the file holds when the option is chosen, such as `DE`.' },
  label: { ...text, description: 'What people see, such as `Germany`. Default: the value.' },
});

/** The options of a choice that come of a list. */
export const listedOptions = objectOf(['each', 'value'], {
  each: { ...elementList, description: `The list of which each element is an option. ${elementList.description}` },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element.' },
  ...elementProperties,
  let: letValues,
  value: { ...text, description: 'What the file holds when the option is chosen: `"{{ c.code }}"`.' },
  label: { ...text, description: 'What people see: `"{{ c.name }}"`. Default: the value.' },
});

export const properties = {
  field: {
    ...text,
    minLength: 1,
    maxLength: 100,
    description:
      'The name of the field. Full stops join groups and names: `customer.city`. Each field of a document needs a name of its own, so in a list use a binding. The buttons of a `radio` share one name.',
  },
  kind: {
    enum: kinds,
    'x-written': true,
    description:
      '`text`: a text. `date`: a text whose tooltip says how to write the date. `check`: a box to tick. `radio`: a button, of several with one name. `choice`: a list to choose from. `signature`: a place for a signature, which `pdfgen sign` or another program fills.',
  },
  value: {
    oneOf: [{ type: 'boolean' }, text],
    description:
      'What stands in the field already. Of a `check`: whether it is ticked, `true` or a binding such as `"{{ order.express }}"`. Of a `date`: a date such as `2026-03-09`. Of a `radio` and a `choice`: the value of the option.',
  },
  required: { type: 'boolean', default: false, description: 'Whether viewers ask people to fill the field in.' },
  readOnly: { type: 'boolean', default: false, description: 'Whether the value cannot be changed.' },
  max: { type: 'integer', minimum: 1, maximum: 32_767, description: 'The most characters that a `text` takes.' },
  comb: {
    type: 'boolean',
    default: false,
    description: 'Gives each of the `max` characters of a `text` a place of its own, as official forms do.',
  },
  lines: {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 1,
    description: 'How many lines a `text` has. A `choice` with several lines is a list that shows so many options.',
  },
  format: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    'x-written': true,
    description:
      'How a `date` is written, as a pattern such as `dd.MM.yyyy`. The tooltip says it in the language of the field. Default: day, month and year as the locale writes them.',
  },
  option: {
    ...text,
    description:
      'Of a `radio`: the value of its group when this button is on. Of a `check`: what the file holds when it is ticked. Default of a `check`: `Yes`.',
  },
  label: { ...text, description: 'What a `radio` stands for, for screen readers. Default: its `option`.' },
  options: {
    oneOf: [{ type: 'array', minItems: 1, maxItems: 10_000, items: { oneOf: [text, labelledOption] } }, listedOptions],
    description:
      'The options of a `choice`: texts, or objects with `value` and `label`. Or one object with `each`, which makes an option of each element of a list.',
  },
  width: {
    ...sizeOrPercent,
    description: 'Width. Default: all of the room; 70 mm for a `signature`, 4 mm for a `check` and a `radio`.',
  },
  height: {
    ...size,
    description:
      'Height, in the unit of the template. Default: as high as the `lines`; 20 mm for a `signature`, the width for a `check` and a `radio`.',
  },
  alt: {
    ...text,
    description:
      'What is filled in here: the tooltip, which screen readers say. Default: the name. The buttons of a `radio` share it.',
  },
} as const;

export type FieldProps = Props<typeof properties, readonly ['field', 'kind']>;
export type OptionsProp = FromSchema<(typeof properties)['options']>;

/** Seen on white and on light colours (WCAG 2.2, 1.4.11). */
export const frame = { width: 0.5, color: '#6b7280' };
