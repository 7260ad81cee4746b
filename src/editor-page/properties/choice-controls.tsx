// The controls that choose one of a few values.
import { propertyWords } from '../../editor-words/index.ts';
import { type Control, choicesOf } from './controls.ts';
import { nextGesture } from './environment.ts';
import { type ControlProps, describedBy, Frame } from './frame.tsx';
import { nameOfValue, type Property } from './property.ts';

interface ChoiceProps extends ControlProps {
  readonly control: Control;
}

/** On or off. Without a value, it shows what holds by default. */
export function Toggle({ id, property, value, faults, write }: ChoiceProps) {
  return (
    <Frame id={id} property={property} value={value} write={write} messages={faults}>
      <input
        id={id}
        type="checkbox"
        class={value === undefined ? 'by-default' : ''}
        checked={(value ?? property.schema.default ?? false) as boolean}
        aria-describedby={describedBy(id)}
        onChange={({ currentTarget }) => write(currentTarget.checked, nextGesture())}
      />
      {value === undefined && <span class="hint">{property.placeholder || propertyWords.notSet}</span>}
    </Frame>
  );
}

export function Choice({ id, property, value, faults, control, write }: ChoiceProps) {
  const choices = choicesOf(control);
  const { member, isRequired, placeholder } = property;
  return (
    <Frame id={id} property={property} value={value} write={write} messages={faults}>
      <select
        id={id}
        aria-describedby={describedBy(id)}
        value={String(choices.indexOf(value))}
        onChange={({ currentTarget }) => write(choices[Number(currentTarget.value)], nextGesture())}
      >
        {!isRequired && <option value="-1">{placeholder || propertyWords.notSet}</option>}
        {choices.map((one, i) => (
          <option key={String(one)} value={String(i)}>
            {nameOfValue(member, one)}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The sides of texts and pictures, as buttons of which one is pressed. */
export function Alignment({ id, property, value, faults, control, write }: ChoiceProps) {
  return (
    <Frame id={id} property={property} value={value} write={write} messages={faults} isGroup>
      <span class="buttons">
        {choicesOf(control).map((one) => (
          <AlignmentButton key={String(one)} id={id} property={property} choice={String(one)} value={value} write={write} />
        ))}
      </span>
    </Frame>
  );
}

function AlignmentButton({
  id,
  property,
  choice,
  value,
  write,
}: Pick<ControlProps, 'id' | 'value' | 'write'> & { readonly property: Property; readonly choice: string }) {
  const name = nameOfValue(property.member, choice);
  return (
    <label class="button" title={name}>
      <input
        type="radio"
        name={id}
        class="aside"
        aria-label={name}
        checked={value === choice}
        onChange={() => write(choice, nextGesture())}
      />
      <svg viewBox="0 0 16 14" aria-hidden="true">
        <path d={pictures[choice] ?? pictures.left} />
      </svg>
    </label>
  );
}

/** Lines of text at a side. Sides that do not depend on the direction of the text have an edge. */
const pictures: Readonly<Record<string, string>> = {
  start: 'M1 1.5h14M1 5.5h8M1 9.5h14M1 13h8',
  left: 'M.5 0v14M3 1.5h12M3 5.5h7M3 9.5h12M3 13h7',
  center: 'M1 1.5h14M4 5.5h8M1 9.5h14M4 13h8',
  right: 'M15.5 0v14M1 1.5h12M6 5.5h7M1 9.5h12M6 13h7',
  end: 'M1 1.5h14M7 5.5h8M1 9.5h14M7 13h8',
  justify: 'M1 1.5h14M1 5.5h14M1 9.5h14M1 13h14',
};
