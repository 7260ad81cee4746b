// The text of a part, open for writing in place: the text itself, a list of fields, and the menu of a chip.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { labelOf, type Part } from '../../editing/index.ts';
import { textOfPart } from '../../editing/part-text.ts';
import { nameOfBinding, readPieces } from '../../editing/text-pieces.ts';
import { textWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { isSaveKey } from '../screen/focus.ts';
import { ChipMenu, previewsOf } from './chip-menu.tsx';
import { fieldChoices } from './field-choices.ts';
import { FieldPicker } from './field-picker.tsx';
import { closeText, dataSchemaOf, writeText } from './open-text.ts';
import type { TextRange } from './surface-nodes.ts';
import { bindingAt, TextSurface } from './text-surface.ts';
import { usePrinted } from './use-printed.ts';

interface FieldProps {
  readonly model: EditorModel;
  readonly part: Part;
  /** In pixels, where it lies over a sheet. Undefined: it stands in the flow of the page. */
  readonly over?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number } | undefined;
}

/** What is open beside the text. Its range is the part of the text that changes. */
type Panel = TextRange & { readonly kind: 'picker' | 'menu' };

export function TextInPlace({ model, part, over }: FieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const surface = useRef<TextSurface | undefined>(undefined);
  const panel = useSignal<Panel | undefined>(undefined);
  const text = textOfPart(part) ?? '';
  const open = panel.value;
  const chip = open?.kind === 'menu' ? bindingAt(text, open) : undefined;
  const choices = useRef<ReturnType<typeof fieldChoices>>([]);
  const filters = useRef<readonly string[]>([]);
  const { texts, names, ...printed } = usePrinted(model.pages, part.pointer, [
    ...readPieces(text).flatMap((piece) => (piece.kind === 'binding' ? [piece.expression] : [])),
    ...(chip === undefined ? [] : previewsOf(chip, filters.current)),
    ...(open?.kind === 'picker' ? choices.current.map(({ expression }) => expression) : []),
  ]);
  const dataSchema = dataSchemaOf(model);
  choices.current = useMemo(() => fieldChoices(dataSchema, names), [dataSchema, names]);
  filters.current = printed.filters;
  const shown = useRef(texts);
  shown.current = texts;
  useLayoutEffect(() => {
    const before = document.activeElement;
    const group = field.current!.parentElement!;
    const made = new TextSurface(
      field.current!,
      text,
      (expression) => {
        const { text: value, fault, mayBeMissing = false } = shown.current.get(expression) ?? {};
        return { name: nameOfBinding(expression), value, fault, mayBeMissing };
      },
      {
        // While an opening brace has no closing brace, the text is not written to the template.
        changed: (changed) => panel.peek()?.kind !== 'picker' && writeText(model, changed),
        opened(braces) {
          panel.value = { kind: 'picker', ...braces };
          // The first of them was written before the second came.
          writeText(model, made.text.slice(0, braces.start) + made.text.slice(braces.end));
        },
        chosen(range) {
          panel.value = { kind: 'menu', ...range };
        },
      },
    );
    surface.current = made;
    made.focus();
    if (model.textState.peek().isNew) made.replace({ start: 0, end: text.length }, text, true);
    model.insertIntoText = (binding) => {
      const range = panel.peek()?.kind === 'picker' ? panel.peek()! : made.selection;
      panel.value = undefined;
      made.replace(range, binding);
      made.focus();
    };
    return () => {
      made.close();
      model.insertIntoText = undefined;
      // Who has gone elsewhere stays there.
      if (group.contains(document.activeElement) && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [model]);
  useEffect(() => surface.current!.refresh(), [texts]);
  // Undo of the editor changes the text, too.
  useEffect(() => {
    // More may be written by now.
    const now = model.textPart.peek();
    if (now && panel.peek()?.kind !== 'picker' && !surface.current!.isBusy) surface.current!.show(textOfPart(now) ?? '');
  }, [text]);
  // What is cut off by the window is scrolled to. The field grows with its text, with the values of its chips, and when a panel opens. The room around it
  // shrinks when the bar below says more.
  useEffect(() => {
    const group = field.current!.parentElement!;
    const observer = new ResizeObserver(() => group.scrollIntoView({ block: 'nearest' }));
    observer.observe(group);
    const room = group.closest('.sheets');
    if (room) observer.observe(room);
    return () => observer.disconnect();
  }, []);
  const closePanel = () => {
    // What was typed into the panel is taken when its field is left.
    surface.current!.focus();
    panel.value = undefined;
    writeText(model, surface.current!.text);
  };
  /** Writes in place of what the panel is about. */
  const write = (written: string, isSelected: boolean) => {
    const range = panel.value!;
    panel.value = isSelected ? { ...range, end: range.start + written.length } : undefined;
    surface.current!.replace(range, written, isSelected);
  };
  const removeChip = () => {
    write('', false);
    surface.current!.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey;
    // The shortcut for saving works everywhere; other keys edit the text.
    if (isSaveKey(event)) return;
    event.stopPropagation();
    if (event.isComposing) return;
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    const isInMenu = event.target instanceof Element && event.target.matches('.chip-menu select, .chip-menu button');
    if (isDelete && isInMenu) removeChip();
    else if (event.key === 'Escape' && panel.value) closePanel();
    else if (event.key === 'Escape') closeText(model, false);
    else if (event.key === 'Enter' && isMod) closeText(model);
    else return;
    event.preventDefault();
  };
  const faults = readPieces(text).flatMap((piece) => {
    const fault = piece.kind === 'binding' ? texts.get(piece.expression)?.fault : undefined;
    return fault === undefined ? [] : [fault];
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div
      role="group"
      aria-label={textWords.name(labelOf(part))}
      class={over ? 'text-field over' : 'text-field'}
      style={over && { left: `${over.left}px`, top: `${over.top}px`, minWidth: `${over.width}px` }}
      onKeyDown={onKey}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A field of the data goes into the text.
        const stays =
          relatedTarget instanceof HTMLElement && (currentTarget.contains(relatedTarget) || relatedTarget.matches('.field'));
        if (!stays && document.hasFocus() && currentTarget.isConnected) closeText(model);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot hold chips */}
      <div
        ref={field}
        class="surface"
        role="textbox"
        aria-multiline="true"
        aria-label={textWords.name(part.name)}
        contentEditable
        dir="auto"
        tabIndex={0}
        style={over && { minHeight: `${over.height}px` }}
      />
      {faults.map((fault) => (
        <p key={fault} class="fault" role="status">
          {fault}
        </p>
      ))}
      <div class="actions">
        <button
          type="button"
          class="plain"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            panel.value = { kind: 'picker', ...surface.current!.selection };
          }}
        >
          {textWords.insert}
        </button>
        <button type="button" class="plain" title={textWords.hint} onClick={() => closeText(model)}>
          {textWords.done}
        </button>
      </div>
      {open?.kind === 'picker' && (
        <FieldPicker
          choices={choices.current}
          exampleOf={({ expression }) => texts.get(expression)?.text}
          pick={({ binding }) => {
            write(binding, false);
            surface.current!.focus();
          }}
        />
      )}
      {open && chip !== undefined && (
        <ChipMenu
          expression={chip}
          printed={texts}
          filters={printed.filters}
          change={(expression) => write(`{{${expression}}}`, true)}
          remove={removeChip}
          pick={() => {
            surface.current!.focus();
            panel.value = { ...open, kind: 'picker' };
          }}
          close={closePanel}
        />
      )}
    </div>
  );
}
