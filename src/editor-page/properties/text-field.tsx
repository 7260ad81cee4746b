// A field for a text that is read into a value. A text that cannot be read stays in the field, and the template keeps its value.
import { useRef, useState } from 'preact/hooks';
import { propertyWords } from '../../editor-words/index.ts';
import { isSaveKey } from '../screen/focus.ts';
import { Combobox, type InputProps } from './combobox.tsx';
import { nextGesture } from './environment.ts';
import { describedBy } from './frame.tsx';
import type { Reading } from './scalars.ts';
import type { TextForm } from './text-form.ts';

export interface TextFieldProps extends TextForm {
  readonly id: string;
  readonly value: unknown;
  readonly placeholder: string;
  readonly isRequired: boolean;
  /** The field has no label of its own. */
  readonly label?: string | undefined;
  write(value: unknown, gesture: string): void;
  /** Says what is wrong with the text; undefined: nothing. */
  tell(fault: string | undefined): void;
}

interface Draft {
  readonly text: string;
  /** The value for which the text was written, as JSON: another value, such as that before an undo, shows its own text. */
  readonly of: string | undefined;
}

const keyOf = (value: unknown): string | undefined => JSON.stringify(value) as string | undefined;

export function TextField(props: TextFieldProps) {
  const { id, value, shown, isRequired, isLong, suggestions, steps, label, write, tell } = props;
  const [draft, setDraft] = useState<Draft>();
  const gesture = useRef('');
  const text = draft && draft.of === keyOf(value) ? draft.text : shown;
  const reading = readField(props, text);
  /** `isDone`: the person has ended the text. */
  const take = (next: string, isDone: boolean): void => {
    const result = readField(props, next);
    // A value that is removed and set again would change its place, so an empty field waits for its end.
    const isWritten = result.fault === undefined && (result.value !== undefined || isDone);
    const isChanged = isWritten && keyOf(result.value) !== keyOf(value);
    setDraft(isWritten && isDone ? undefined : { text: next, of: isChanged ? keyOf(result.value) : keyOf(value) });
    if (result.fault === undefined) tell(undefined);
    else if (isDone) tell(result.fault);
    if (isChanged) write(result.value, gesture.current);
  };
  const input: InputProps = {
    id,
    value: text,
    placeholder: props.placeholder,
    'aria-describedby': describedBy(id),
    'aria-invalid': reading.fault !== undefined,
    'aria-required': isRequired,
    onInput: ({ currentTarget }) => take(currentTarget.value, false),
    // Not `change`, which does not come for a field that is as empty as it was at first.
    onBlur: () => draft && take(text, true),
    onFocus: () => {
      gesture.current = nextGesture();
    },
    onKeyDown: (event) => {
      const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (event.key === 'Escape' && draft) {
        event.stopPropagation();
        setDraft(undefined);
        tell(undefined);
      } else if (draft && (isSaveKey(event) || (event.key === 'Enter' && !isLong))) take(text, true);
      else if (steps && direction !== 0 && (text === '' || typeof reading.value === 'number')) {
        event.preventDefault();
        const size = steps.step * (event.shiftKey ? 10 : 1) * direction;
        const from = text === '' ? 0 : (reading.value as number);
        take(String(steps.next(Math.round((from + size) * 1000) / 1000)), false);
      }
    },
  };
  const named = { ...input, ...(label !== undefined && { 'aria-label': label }) };
  if (isLong || /[\r\n]/.test(text)) return <textarea {...named} rows={rowsOf(text)} />;
  if (suggestions) {
    const pick = (next: string): void => take(next, true);
    return <Combobox input={named} suggestions={suggestions} pick={pick} {...(props.tokenOf && { tokenOf: props.tokenOf })} />;
  }
  if (!steps) return <input {...named} type="text" autocomplete="off" />;
  const number = typeof reading.value === 'number' ? { 'aria-valuenow': reading.value } : { 'aria-valuetext': text };
  return <input {...named} {...number} type="text" role="spinbutton" inputMode="decimal" autocomplete="off" />;
}

/** An empty field has no value. Where one is needed, it may be an empty text. */
function readField({ isRequired, read }: TextFieldProps, text: string): Reading {
  if (text === '' && !isRequired) return { value: undefined };
  const reading = read(text);
  return text === '' && reading.fault !== undefined ? { fault: propertyWords.faults.needed } : reading;
}

const rowsOf = (text: string): number => Math.min(12, Math.max(2, text.split('\n').length));
