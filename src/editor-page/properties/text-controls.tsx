// The controls that are one field of text: texts, numbers, lengths, names, colours, expressions, lists of texts.
import { useState } from 'preact/hooks';
import type { JsonSchema } from '../../contract/schema.ts';
import { isColor } from '../../document/text/colors.ts';
import { words } from '../words/en.ts';
import { resolveColor } from './colors.ts';
import type { Suggestion } from './combobox.tsx';
import { type Control, showLines } from './controls.ts';
import { type Environment, nextGesture, useEnvironment } from './environment.ts';
import { type ControlProps, describedBy, Frame } from './frame.tsx';
import { formsOf } from './part-schema.ts';
import { nameOfValue } from './property.ts';
import { fits, numberOf, type Reading, readScalar, showScalar } from './scalars.ts';
import { type Steps, TextField, type TextFieldProps } from './text-field.tsx';

interface TextControlProps extends ControlProps {
  readonly control: Control;
}

/** How the text of a control is written and read. */
type TextForm = Pick<TextFieldProps, 'shown' | 'read'> &
  Partial<Pick<TextFieldProps, 'isLong' | 'suggestions' | 'steps' | 'tokenOf'>>;

export function TextControl(props: TextControlProps) {
  const { id, property, value, faults, control, write } = props;
  const environment = useEnvironment();
  const [fault, tell] = useState<string>();
  const form = textForm(props, environment);
  const own = fault === undefined ? faults : [fault, ...faults];
  const { placeholder, isRequired } = property;
  return (
    <Frame id={id} property={property} value={value} write={write} messages={own} unit={unitOf(control.schema, environment.unit)}>
      {control.kind === 'color' && <ColorPicker {...props} />}
      <TextField
        id={id}
        value={value}
        placeholder={value === '' ? words.properties.empty : placeholder}
        isRequired={isRequired}
        write={write}
        tell={tell}
        {...form}
      />
      {control.names === 'pictures' && <PictureButton {...props} />}
    </Frame>
  );
}

function textForm({ property, value, control }: TextControlProps, environment: Environment): TextForm {
  const { kind, schema } = control;
  if (kind === 'lines') return { shown: showLines(value) ?? '', read: (text) => readLines(schema, text), isLong: true };
  const forms = formsOf(schema);
  const shown = showScalar(forms, value) ?? '';
  const read = (text: string): Reading => readScalar(forms, text, environment.unit);
  switch (kind) {
    case 'long':
      return { shown, read, isLong: true };
    case 'color': {
      const known = Object.keys(environment.colors);
      const suggestions = known.map((name) => ({ value: name, swatch: resolveColor(name, environment.colors) }));
      return {
        shown,
        read: orUnknown(read, (name) => isColor(name) || known.includes(name.split('/')[0]!)),
        suggestions,
      };
    }
    case 'names':
      return namesForm(control, shown, read, environment);
    case 'expression': {
      const fields = takesList(property.member)
        ? environment.fields.toSorted((a, b) => Number(b.isList) - Number(a.isList))
        : environment.fields;
      const suggestions = fields.map(({ path, type, example }) => ({
        value: path,
        detail: example === '' ? type : words.properties.example(example),
      }));
      return { shown, read: readExpression, suggestions, tokenOf: lastName };
    }
    default: {
      const steps = stepsOf(schema);
      const suggestions = suggestionsOf(forms, property.member);
      return { shown, read, ...(suggestions.length > 0 ? { suggestions } : { steps }) };
    }
  }
}

function namesForm({ names }: Control, shown: string, read: (text: string) => Reading, environment: Environment): TextForm {
  const known = names === 'blocks' ? Object.keys(environment.blocks) : environment[names!];
  // A font may be a file, and a picture may be in the data.
  const isFree = (text: string): boolean => (names === 'fonts' && text.includes('.')) || text.startsWith('data:');
  const suggestions = known.map((value) => ({ value }));
  return { shown, read: orUnknown(read, (text) => known.includes(text) || isFree(text)), suggestions };
}

/** Refuses names that nothing has. */
const orUnknown =
  (read: (text: string) => Reading, isKnown: (text: string) => boolean) =>
  (text: string): Reading => {
    const reading = read(text);
    const isFault = typeof reading.value === 'string' && !reading.value.includes('{{') && !isKnown(reading.value);
    return isFault ? { fault: words.properties.faults.unknownName(text) } : reading;
  };

/** Properties whose expression gives a list. */
const takesList = (member: string): boolean => ['each', 'list', 'pairs', 'repeat', 'table'].includes(member);

/** An expression needs no braces; people know them from texts. */
function readExpression(text: string): Reading {
  const [, inner] = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text) ?? [];
  const expression = (inner ?? text).trim();
  return expression === '' ? { fault: words.properties.faults.needed } : { value: inner === undefined ? text : expression };
}

/** The name before the caret. */
const lastName = (before: string): string => /[\p{L}\p{N}_$.]*$/u.exec(before)![0];

function readLines(schema: JsonSchema, text: string): Reading {
  const items = formsOf(schema.items!).filter(({ type }) => type === 'string');
  const lines = text.replace(/\n+$/, '').split('\n');
  for (const line of lines) {
    const { fault } = readScalar(items, line);
    if (fault !== undefined) return { fault };
  }
  return lines.join('') === '' ? { fault: words.properties.faults.needed } : { value: lines };
}

/** What the arrow keys do. Undefined: the value is no number. */
function stepsOf(schema: JsonSchema): Steps | undefined {
  const number = numberOf(schema);
  if (!number) return undefined;
  const isShare = typeof number.maximum === 'number' && number.maximum <= 1;
  const next = (wanted: number): number => (fits(number, wanted) ? wanted : nearest(number, wanted));
  return { step: isShare ? 0.1 : 1, next };
}

function nearest(number: JsonSchema, wanted: number): number {
  const { minimum, exclusiveMinimum, maximum } = number as Readonly<Record<string, number | undefined>>;
  if (maximum !== undefined && wanted > maximum) return maximum;
  return minimum ?? (exclusiveMinimum ?? 0) + 1;
}

/** Fixed values beside others, such as the names of paper sizes beside two numbers. */
const suggestionsOf = (forms: readonly JsonSchema[], member: string): readonly Suggestion[] =>
  forms
    .flatMap((form) => form.enum ?? [])
    .map((one) => {
      const name = nameOfValue(member, one);
      return { value: String(one), detail: name === String(one) ? undefined : name };
    });

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
      aria-label={words.properties.pick(property.name)}
      aria-describedby={describedBy(id)}
      value={resolved ?? '#000000'}
      onFocus={() => setGesture(nextGesture())}
      onInput={({ currentTarget }) => write(currentTarget.value, gesture)}
      onChange={() => setGesture(nextGesture())}
    />
  );
}

function PictureButton({ write }: TextControlProps) {
  const { choosePicture } = useEnvironment();
  const choose = async (): Promise<void> => {
    const name = await choosePicture();
    if (name !== undefined) write(name, nextGesture());
  };
  return (
    <button type="button" class="quiet" onClick={() => void choose()}>
      {words.properties.choosePicture}
    </button>
  );
}
