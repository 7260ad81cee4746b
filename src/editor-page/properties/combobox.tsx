// A field with a list of what it may say, after the ARIA pattern of the editable combobox.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Suggestion, TextForm } from './text-form.ts';

/** What an element needs to be a field. */
export interface InputProps {
  readonly id: string;
  readonly value: string;
  readonly placeholder: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
  onInput(event: { readonly currentTarget: { readonly value: string } }): void;
  onBlur(): void;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Most suggestions that are shown at once. */
const mostShown = 100;

interface ComboboxProps extends Pick<TextForm, 'tokenOf'> {
  readonly input: InputProps;
  readonly suggestions: readonly Suggestion[];
  /** Takes a text with the suggestion in it. */
  pick(text: string): void;
}

export function Combobox({ input, suggestions, tokenOf, pick }: ComboboxProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isFiltered, setFiltered] = useState(false);
  const [active, setActive] = useState(-1);
  const before = input.value.slice(0, field.current?.selectionStart ?? input.value.length);
  const token = tokenOf ? tokenOf(before) : input.value;
  const shown = isOpen ? matching(suggestions, isFiltered ? token : '') : [];
  const isShown = shown.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const open = (filter: boolean) => {
    setFiltered(filter);
    setOpen(true);
    setActive(-1);
  };
  const take = ({ value }: Suggestion) => {
    const after = tokenOf ? input.value.slice(before.length) : '';
    pick(tokenOf ? before.slice(0, before.length - token.length) + value + after : value);
    close();
  };
  useLayoutEffect(() => {
    if (isShown) place(list.current!, field.current!);
    else if (list.current!.matches(':popover-open')) list.current!.hidePopover();
  });
  useEffect(() => {
    if (!isShown) return undefined;
    // The list stands above the page, and would stay where it is. A long text scrolls in the field itself.
    const onScroll = ({ target }: Event) => target !== field.current && (target as Node).contains(field.current) && close();
    document.addEventListener('scroll', onScroll, true);
    return () => document.removeEventListener('scroll', onScroll, true);
  }, [isShown]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const listId = `${input.id}-list`;
  return (
    <span class="combobox">
      <input
        {...input}
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={active >= 0 && isShown ? `${listId}-${active}` : undefined}
        onInput={(event) => {
          input.onInput(event);
          open(true);
        }}
        onBlur={() => {
          close();
          input.onBlur();
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            if (!isShown) open(false);
            else {
              const step = event.key === 'ArrowDown' ? 1 : -1;
              setActive(active < 0 && step < 0 ? shown.length - 1 : (active + step + shown.length) % shown.length);
            }
          } else if (isShown && event.key === 'Enter' && shown[active]) {
            event.preventDefault();
            take(shown[active]);
          } else if (isShown && event.key === 'Escape') {
            // Not for those who would take the selection away.
            event.stopPropagation();
            close();
          } else input.onKeyDown(event);
        }}
      />
      <button
        type="button"
        class="open-list"
        tabIndex={-1}
        aria-hidden="true"
        disabled={suggestions.length === 0}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          field.current!.focus();
          if (isShown) close();
          else open(false);
        }}
      >
        ▾
      </button>
      <div ref={list} id={listId} class="suggestions" role="listbox" aria-labelledby={`${input.id}-name`} popover="manual">
        {shown.map((one, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={one.value}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            {one.swatch && <span class="swatch" style={{ backgroundColor: one.swatch }} />}
            <span>{one.value}</span>
            {one.detail && <span class="detail">{one.detail}</span>}
          </div>
        ))}
      </div>
    </span>
  );
}

/** Those that begin with a text come first. */
function matching(suggestions: readonly Suggestion[], text: string): readonly Suggestion[] {
  const asked = text.trim().toLowerCase();
  const rank = ({ value, detail = '' }: Suggestion): number =>
    value.toLowerCase().startsWith(asked) ? 0 : `${value} ${detail}`.toLowerCase().includes(asked) ? 1 : 2;
  const found = suggestions.filter((one) => rank(one) < 2).toSorted((a, b) => rank(a) - rank(b));
  return found.slice(0, mostShown);
}

/** Shows the list below its field, or above where there is more room. */
function place(list: HTMLElement, field: HTMLElement): void {
  if (!list.matches(':popover-open')) list.showPopover();
  const { left, top, bottom, width } = field.parentElement!.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isBelow = below > 180 || below >= top;
  const { style } = list;
  style.left = `${Math.max(0, Math.min(left, innerWidth - Math.max(width, list.offsetWidth)))}px`;
  style.minWidth = `${width}px`;
  style.maxHeight = `${Math.min(280, (isBelow ? below : top) - 8)}px`;
  style.top = isBelow ? `${bottom}px` : `${top - list.offsetHeight}px`;
}
