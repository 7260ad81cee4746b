// A list of fields that is filtered while a person types (ARIA Authoring Practices, Combobox with a list).
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { textWords } from '../../editor-words/index.ts';
import { type FieldChoice, filterChoices } from './field-choices.ts';

interface PickerProps {
  readonly choices: readonly FieldChoice[];
  /** What a field prints. Undefined: it is not known. */
  readonly exampleOf: (choice: FieldChoice) => string | undefined;
  readonly pick: (choice: FieldChoice) => void;
}

export function FieldPicker({ choices, exampleOf, pick }: PickerProps) {
  const typed = useSignal('');
  const at = useSignal(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => input.current!.focus(), []);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [at.value]);
  const found = filterChoices(choices, typed.value);
  const groups = [...new Set(found.map(({ group }) => group))];
  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  return (
    <div class="picker">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={textWords.find}
        aria-expanded="true"
        aria-controls="field-choices"
        aria-autocomplete="list"
        aria-activedescendant={found[at.value] && `field-choice-${at.value}`}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const move = moves[event.key];
          if (move !== undefined) at.value = (at.value + move + found.length) % Math.max(1, found.length);
          else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && found[at.value]) pick(found[at.value]!);
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} id="field-choices" role="listbox" aria-label={textWords.find} class="choices">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
          <div key={group} role="group" aria-label={group}>
            <div class="group" aria-hidden="true">
              {group}
            </div>
            {found.map(
              (choice, i) =>
                choice.group === group && (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
                  <div
                    key={choice.expression}
                    id={`field-choice-${i}`}
                    role="option"
                    aria-selected={i === at.value}
                    title={choice.expression}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => pick(choice)}
                  >
                    {choice.name} <span class="detail">{exampleOf(choice)}</span>
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && <p>{textWords.noField}</p>}
    </div>
  );
}
