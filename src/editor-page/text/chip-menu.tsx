// What can be done with a binding of a text: another format, what stands for a missing value, another field, its expression.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { filterAmong, nameOfBinding, readSubstitute, type Substitute, withSubstitute } from '../../editing/text-pieces.ts';
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
export const previewsOf = (whole: string): readonly string[] => {
  const { expression } = readSubstitute(whole);
  return [undefined, ...formats.map(({ filter }) => filter)].map((filter) => inFormat(expression, filter));
};

export function ChipMenu({ expression: whole, printed, change, remove, pick, close }: MenuProps) {
  const { expression, substitute } = readSubstitute(whole);
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
  const { fault, mayBeMissing } = printed.get(whole) ?? {};
  /** A text was asked for, and is not written yet. */
  const [wantsText, setWantsText] = useState(false);
  const choice = substitute === undefined ? '' : substitute === 0 ? 'zero' : substitute === '' && !wantsText ? 'nothing' : 'text';
  const isNumber = listed.some(({ filter }) => filter === 'number');
  const choices = [
    ['', textWords.undecided],
    ['nothing', textWords.nothing],
    ...(isNumber || choice === 'zero' ? [['zero', textWords.zero] as const] : []),
    ['text', textWords.text],
  ] as const;
  const replace = (by: Substitute | undefined) => change(withSubstitute(expression, by));
  return (
    <section class="chip-menu" aria-label={nameOfBinding(whole)}>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <label>
        {textWords.format}
        <select
          ref={first}
          value={own ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change(withSubstitute(inFormat(expression, value || undefined), substitute))
          }
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
        <select
          value={choice}
          onChange={({ currentTarget: { value } }) => {
            setWantsText(value === 'text');
            replace(value === '' ? undefined : value === 'zero' ? 0 : '');
          }}
        >
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {mayBeMissing && <p class="doubt">{textWords.mayBeMissing}</p>}
      {choice === 'text' && (
        <label>
          {textWords.instead}
          <input
            type="text"
            value={substitute as string}
            onInput={({ currentTarget }) => {
              setWantsText(true);
              replace(currentTarget.value);
            }}
          />
        </label>
      )}
      <label>
        {textWords.expression}
        <input
          type="text"
          spellcheck={false}
          value={typed ?? whole.trim()}
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
