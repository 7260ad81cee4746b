// The controls that are one field of text: texts, numbers, lengths, names, colours, expressions, lists of texts.
import { useState } from 'preact/hooks';
import type { JsonSchema } from '../../contract/schema.ts';
import { pictureWords, propertyWords } from '../../editor-words/index.ts';
import { resolveColor } from './colors.ts';
import type { Control } from './controls.ts';
import { nextGesture, useEnvironment } from './environment.ts';
import { type ControlProps, describedBy, Frame } from './frame.tsx';
import { formsOf } from './part-schema.ts';
import { numberOf } from './scalars.ts';
import { TextField } from './text-field.tsx';
import { textForm } from './text-form.ts';

interface TextControlProps extends ControlProps {
  readonly control: Control;
}

export function TextControl(props: TextControlProps) {
  const { id, property, value, faults, control, write } = props;
  const environment = useEnvironment();
  const [fault, tell] = useState<string>();
  const form = textForm(control, property.member, value, environment);
  const own = fault === undefined ? faults : [fault, ...faults];
  const { placeholder, isRequired } = property;
  return (
    <Frame id={id} property={property} value={value} write={write} messages={own} unit={unitOf(control.schema, environment.unit)}>
      {control.kind === 'color' && <ColorPicker {...props} />}
      <TextField
        id={id}
        value={value}
        placeholder={value === '' ? propertyWords.empty : placeholder}
        isRequired={isRequired}
        write={write}
        tell={tell}
        {...form}
      />
      {control.names === 'pictures' && <PictureButton {...props} />}
      {property.member === 'alt' && <DecorationToggle {...props} />}
    </Frame>
  );
}

/** The unit behind the name. */
function unitOf(schema: JsonSchema, unit: string): string | undefined {
  const given = numberOf({ anyOf: formsOf(schema) })?.['x-unit'];
  return given === 'pt' ? 'pt' : given === undefined ? undefined : unit;
}

/** The browser's own choice of a colour. What it sends while the person moves in it is one gesture. */
function ColorPicker({ id, property, value, write }: TextControlProps) {
  const { colors } = useEnvironment();
  const [gesture, setGesture] = useState('');
  const resolved = typeof value === 'string' ? resolveColor(value, colors) : undefined;
  return (
    <input
      type="color"
      class={resolved === undefined ? 'unknown' : ''}
      aria-label={propertyWords.pick(property.name)}
      aria-describedby={describedBy(id)}
      value={resolved ?? '#000000'}
      onFocus={() => setGesture(nextGesture())}
      onInput={({ currentTarget }) => write(currentTarget.value, gesture)}
      onChange={() => setGesture(nextGesture())}
    />
  );
}

/** An empty text says that screen readers pass over it. */
function DecorationToggle({ value, write }: TextControlProps) {
  return (
    <label class="decoration">
      <input
        type="checkbox"
        checked={value === ''}
        onChange={({ currentTarget }) => write(currentTarget.checked ? '' : undefined, nextGesture())}
      />{' '}
      {pictureWords.decoration}
    </label>
  );
}

function PictureButton({ value, write }: TextControlProps) {
  const { choosePicture } = useEnvironment();
  const choose = async (): Promise<void> => {
    const name = await choosePicture(typeof value === 'string' ? value : undefined);
    if (name !== undefined) write(name, nextGesture());
  };
  return (
    <button type="button" class="quiet" onClick={() => void choose()}>
      {propertyWords.choosePicture}
    </button>
  );
}
