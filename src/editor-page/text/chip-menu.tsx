// What can be done with a binding of a text: another format, a text for missing values, another field, its expression.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { defaultOf, filterAmong, nameOfBinding, withDefault } from '../../editing/text-pieces.ts';
import { formatWords, textWords } from '../../editor-words/index.ts';
import type { PrintedExpression } from '../../live-pages/protocol.ts';
import { isSaveKey } from '../screen/focus.ts';
import { formatFilters, formats, inFormat, suitingFormats } from './formats.ts';

interface MenuProps {
  readonly expression: string;
  readonly printed: ReadonlyMap<string, PrintedExpression>;
  /** Takes another expression. */
  readonly change: (expression: string) => void;
  readonly remove: () => void;
  /** Chooses another field. */
  readonly pick: () => void;
  readonly close: () => void;
}

/** The expressions whose values the menu shows. */
export const previewsOf = (expression: string): readonly string[] =>
  [undefined, ...formats.map(({ filter }) => filter)].map((filter) => inFormat(expression, filter));

export function ChipMenu({ expression, printed, change, remove, pick, close }: MenuProps) {
  const first = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => first.current!.focus(), []);
  const own = filterAmong(expression, formatFilters);
  const listed = suitingFormats(expression, printed).map(({ filter, name }) => ({ filter, name: formatWords[name] as string }));
  const options = [
    { filter: '', name: textWords.noFormat as string },
    ...(own === undefined || listed.some(({ filter }) => filter === own) ? [] : [{ filter: own, name: own }]),
    ...listed,
  ];
  /** What a person types as the expression, until it is taken. Values that are printed meanwhile draw the menu again. */
  const [typed, setTyped] = useState<string>();
  const takeExpression = (written: string) => {
    setTyped(undefined);
    if (written.trim() !== '') change(` ${written.trim()} `);
  };
  const { fault } = printed.get(expression) ?? {};
  return (
    <section class="chip-menu" aria-label={nameOfBinding(expression)}>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <label>
        {textWords.format}
        <select
          ref={first}
          value={own ?? ''}
          onChange={({ currentTarget: { value } }) => change(inFormat(expression, value || undefined))}
        >
          {options.map(({ filter, name }) => {
            const preview = printed.get(inFormat(expression, filter || undefined));
            return (
              <option key={filter} value={filter}>
                {preview?.text ? `${name}: ${preview.text}` : name}
              </option>
            );
          })}
        </select>
      </label>
      <label>
        {textWords.missing}
        <input
          type="text"
          value={defaultOf(expression) ?? ''}
          onInput={({ currentTarget }) => change(withDefault(expression, currentTarget.value))}
        />
      </label>
      <label>
        {textWords.expression}
        <input
          type="text"
          spellcheck={false}
          value={typed ?? expression.trim()}
          onInput={({ currentTarget: { value } }) => setTyped(value)}
          onChange={({ currentTarget: { value } }) => takeExpression(value)}
          onKeyDown={(event) => {
            if (isSaveKey(event)) takeExpression(event.currentTarget.value);
          }}
        />
      </label>
      <div class="actions">
        <button type="button" class="plain" onClick={pick}>
          {textWords.change}
        </button>
        <button type="button" class="plain" onClick={remove}>
          {textWords.remove}
        </button>
        <button type="button" class="plain" onClick={close}>
          {textWords.close}
        </button>
      </div>
    </section>
  );
}
