// What can be done with a binding of a text: another format, what stands for a missing value, another field, its expression.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inWords } from '../../editing/field-names.ts';
import { filterAmong, nameOfBinding, readSubstitute, type Substitute, withSubstitute } from '../../editing/text-pieces.ts';
import { formatWords, textWords } from '../../editor-words/index.ts';
import type { PrintedExpression } from '../../live-pages/protocol.ts';
import { isSaveKey } from '../screen/focus.ts';
import { formatFilters, formats, inFormat, suitingFilters, suitingFormats } from './formats.ts';

interface MenuProps {
  readonly expression: string;
  readonly printed: ReadonlyMap<string, PrintedExpression>;
  /** The filters of the template that can be formats. */
  readonly filters: readonly string[];
  /** Takes another expression. */
  readonly change: (expression: string) => void;
  readonly remove: () => void;
  /** Chooses another field. */
  readonly pick: () => void;
  readonly close: () => void;
}

/** The expressions whose values the menu shows. */
export const previewsOf = (whole: string, filters: readonly string[]): readonly string[] => {
  const { expression } = readSubstitute(whole);
  return [undefined, ...filters, ...formats.map(({ filter }) => filter)].map((filter) => inFormat(expression, filter, filters));
};

export function ChipMenu({ expression: whole, printed, filters, change, remove, pick, close }: MenuProps) {
  const { expression, substitute } = readSubstitute(whole);
  const first = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => first.current!.focus(), []);
  const chosen = filterAmong(expression, formatFilters(filters));
  const listed = suitingFormats(expression, printed, filters).map(({ filter, name }) => ({
    filter,
    name: formatWords[name] as string,
  }));
  const ofTemplate = suitingFilters(expression, printed, filters).map((filter) => ({ filter, name: inWords([filter]) }));
  const isListed = chosen === undefined || [...listed, ...ofTemplate].some(({ filter }) => filter === chosen);
  const options = [
    { filter: '', name: textWords.noFormat as string },
    ...(isListed ? [] : [{ filter: chosen, name: chosen }]),
    ...listed,
  ];
  const optionOf = ({ filter, name }: { readonly filter: string; readonly name: string }) => {
    const preview = printed.get(inFormat(expression, filter || undefined, filters));
    return (
      <option key={filter} value={filter}>
        {preview?.text ? `${name}: ${preview.text}` : name}
      </option>
    );
  };
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
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change(withSubstitute(inFormat(expression, value || undefined, filters), substitute))
          }
        >
          {ofTemplate.length > 0 && <optgroup label={textWords.ownFormats}>{ofTemplate.map(optionOf)}</optgroup>}
          {options.map(optionOf)}
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
