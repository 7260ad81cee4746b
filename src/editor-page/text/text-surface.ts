// A text that a person writes, with its bindings as chips. The browser edits the text itself (contenteditable), so that writing with an input method, in two
// directions, with dictation and with a screen reader works as everywhere. What touches a chip, pasting and undo are done here, on the text: the browser would leave
// nodes that are not text, and it forgets its undo when a script changes them.
import { readPieces } from '../../editing/text-pieces.ts';
import { type LookOf, SurfaceNodes, type TextRange } from './surface-nodes.ts';

export interface SurfaceEvents {
  changed(text: string): void;
  /** `{{` was typed at this range. */
  opened(braces: TextRange): void;
  /** A chip was chosen, to see what can be done with it. */
  chosen(chip: TextRange): void;
}

interface State {
  readonly text: string;
  readonly selection: TextRange;
}

export class TextSurface {
  readonly #root: HTMLElement;
  readonly #nodes: SurfaceNodes;
  readonly #events: SurfaceEvents;
  #text: string;
  #selection: TextRange;
  #isComposing = false;
  #done: State[] = [];
  #undone: State[] = [];
  /** Kind of the typing that continues: one undo takes all of it back. */
  #typed = '';
  readonly #end = new AbortController();

  constructor(root: HTMLElement, text: string, lookOf: LookOf, events: SurfaceEvents) {
    this.#root = root;
    this.#events = events;
    this.#nodes = new SurfaceNodes(root, lookOf);
    this.#text = text;
    this.#selection = { start: text.length, end: text.length };
    this.#nodes.render(text);
    this.#listen();
  }

  get text(): string {
    return this.#text;
  }

  /** An input method is at work. */
  get isBusy(): boolean {
    return this.#isComposing;
  }

  get selection(): TextRange {
    return this.#selection;
  }

  /** Ends listening. */
  close(): void {
    this.#end.abort();
  }

  focus(): void {
    this.#root.focus();
    this.#nodes.select(this.#selection);
  }

  /** Shows chips as they look now. */
  refresh(): void {
    if (!this.#isComposing) this.#nodes.refresh();
  }

  /** Shows a text that was changed elsewhere. */
  show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#nodes.render(text);
    this.#selection = { start: text.length, end: text.length };
    if (this.#root === document.activeElement) this.#nodes.select(this.#selection);
  }

  /** Writes a text in place of a part, and selects it or places the caret behind it. */
  replace({ start, end }: TextRange, text: string, isSelected = false): void {
    this.#keep('');
    const after = start + text.length;
    this.#put({
      text: this.#text.slice(0, start) + text + this.#text.slice(end),
      selection: { start: isSelected ? start : after, end: after },
    });
  }

  #put({ text, selection }: State): void {
    this.#text = text;
    this.#selection = selection;
    this.#nodes.render(text);
    // Selecting would take the focus away from a menu.
    if (this.#root === document.activeElement) this.#nodes.select(selection);
    this.#events.changed(text);
  }

  /** Keeps the state before a change. `typed`: the kind of typing that may go on. */
  #keep(typed: string): void {
    const goesOn = typed !== '' && typed === this.#typed;
    if (!goesOn) this.#done.push({ text: this.#text, selection: this.#selection });
    this.#typed = typed;
    this.#undone = [];
  }

  #step(from: State[], to: State[]): void {
    const state = from.pop();
    if (!state) return;
    to.push({ text: this.#text, selection: this.#selection });
    this.#typed = '';
    this.#put(state);
  }

  #listen(): void {
    const root = this.#root;
    const { signal } = this.#end;
    root.addEventListener('beforeinput', (event) => this.#beforeInput(event), { signal });
    root.addEventListener('input', (event) => this.#input(event as InputEvent), { signal });
    root.addEventListener('compositionstart', () => this.#compose(), { signal });
    root.addEventListener('compositionend', () => this.#composed(), { signal });
    root.addEventListener('keydown', (event) => this.#key(event), { signal });
    root.addEventListener('copy', (event) => this.#copy(event), { signal });
    root.addEventListener('cut', (event) => this.#copy(event), { signal });
    root.addEventListener('mousedown', (event) => this.#press(event), { signal });
    document.addEventListener('selectionchange', () => this.#follow(), { signal });
  }

  #beforeInput(event: InputEvent): void {
    const { inputType, data, dataTransfer } = event;
    if (inputType === 'historyUndo' || inputType === 'historyRedo' || inputType.startsWith('format')) {
      event.preventDefault();
      if (inputType === 'historyUndo') this.#step(this.#done, this.#undone);
      if (inputType === 'historyRedo') this.#step(this.#undone, this.#done);
      return;
    }
    if (this.#isComposing) return;
    this.#follow();
    const isDelete = inputType.startsWith('delete');
    const isTyped = inputType === 'insertText' && data !== null;
    const target = this.#targetOf(event);
    // The sign beside a chip is no part of the text: what would delete it means what is behind it.
    const range = isDelete && target.start === target.end ? this.#behind(target.start, inputType) : target;
    const whole = this.#withChips(range);
    const isPlain = whole === undefined && range === target && target.end > target.start;
    if ((isTyped && target.start === target.end) || ((isTyped || isDelete) && isPlain)) return;
    event.preventDefault();
    const isBreak = inputType === 'insertParagraph' || inputType === 'insertLineBreak';
    const given = isDelete ? '' : isBreak ? '\n' : (data ?? dataTransfer?.getData('text/plain') ?? '');
    const { start, end } = whole ?? range;
    if (given !== '' || end > start) this.replace({ start, end }, given.replaceAll(/\r\n?/g, '\n'));
  }

  /** The part of the text that an event is about. */
  #targetOf(event: InputEvent): TextRange {
    const [target] = event.getTargetRanges();
    if (!target) return this.#selection;
    return {
      start: this.#nodes.offsetAt(target.startContainer, target.startOffset),
      end: this.#nodes.offsetAt(target.endContainer, target.endOffset),
    };
  }

  /** What is deleted from a place beside a chip: the chip, or the end of a line. */
  #behind(at: number, inputType: string): TextRange {
    const isBack = inputType.endsWith('Backward');
    const chip = this.#nodes
      .chips()
      .map(rangeOf)
      .find(({ start, end }) => (isBack ? end : start) === at);
    return chip ?? { start: Math.max(0, at - (isBack ? 1 : 0)), end: Math.min(this.#text.length, at + (isBack ? 0 : 1)) };
  }

  /** A range with the whole of the chips that it touches. Undefined: it touches none. */
  #withChips({ start, end }: TextRange): TextRange | undefined {
    const touched = this.#nodes
      .chips()
      .map(rangeOf)
      .filter((chip) => chip.start < end && chip.end > start);
    if (touched.length === 0) return undefined;
    return { start: Math.min(start, touched[0]!.start), end: Math.max(end, touched.at(-1)!.end) };
  }

  #input({ inputType, data }: InputEvent): void {
    if (this.#isComposing) return;
    this.#take(inputType === 'insertText' && data !== ' ' ? 'insert' : inputType.startsWith('delete') ? inputType : '');
  }

  /** Takes what the browser has written. */
  #take(typed: string): void {
    const text = this.#nodes.read();
    if (text === this.#text && this.#nodes.isRendered(text)) return;
    this.#keep(typed);
    const selection = this.#readSelection() ?? this.#selection;
    this.#text = text;
    this.#selection = selection;
    if (!this.#nodes.isRendered(text)) {
      this.#nodes.render(text);
      this.#nodes.select(selection);
    }
    const braces = { start: selection.start - 2, end: selection.start };
    const isOpened = typed === 'insert' && text.slice(braces.start, braces.end) === '{{' && !this.#withChips(braces);
    if (isOpened) this.#events.opened(braces);
    this.#events.changed(text);
  }

  #compose(): void {
    const whole = this.#selection.start === this.#selection.end ? undefined : this.#withChips(this.#selection);
    if (whole) this.replace(whole, '');
    this.#isComposing = true;
  }

  #composed(): void {
    this.#isComposing = false;
    this.#take('');
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    // The browser reports a moved caret only after the next key.
    this.#follow();
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isMod = ctrlKey || metaKey;
    const chip = this.#selectedChip();
    const letter = key.toLowerCase();
    let act: (() => void) | undefined;
    if (isMod && (letter === 'z' || letter === 'y'))
      act = () => (letter === 'y' || shiftKey ? this.#step(this.#undone, this.#done) : this.#step(this.#done, this.#undone));
    else if (key === 'Enter' && !isMod && chip) act = () => this.#events.chosen(chip);
    else if ((key === 'ArrowLeft' || key === 'ArrowRight') && !isMod && !shiftKey && !altKey)
      act = this.#byChip(key === 'ArrowRight', chip);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Moves the caret onto a chip, or from it. Undefined: there is no chip on that side. */
  #byChip(toRight: boolean, chip: TextRange | undefined): (() => void) | undefined {
    const isForward = toRight !== (getComputedStyle(this.#root).direction === 'rtl');
    if (chip) {
      const to = isForward ? chip.end : chip.start;
      return () => this.#nodes.select({ start: to, end: to });
    }
    const { start, end } = this.#selection;
    if (start !== end) return undefined;
    const caret = getSelection()!.getRangeAt(0).getBoundingClientRect();
    const next = this.#nodes.chips().find((one) => {
      if (one.start !== start && one.start + one.length !== start) return false;
      const { left, right } = one.node.getBoundingClientRect();
      // In text of the other direction the chip before the caret stands on the other side of it.
      return caret.height === 0 ? (one.start === start) === isForward : toRight === (left + right) / 2 > caret.left;
    });
    return next && (() => this.#nodes.select(rangeOf(next)));
  }

  #selectedChip(): TextRange | undefined {
    const { start, end } = this.#selection;
    return this.#nodes
      .chips()
      .map(rangeOf)
      .find((chip) => chip.start === start && chip.end === end);
  }

  #copy(event: ClipboardEvent): void {
    event.preventDefault();
    const { start, end } = this.#selection;
    event.clipboardData!.setData('text/plain', this.#text.slice(start, end));
    if (event.type === 'cut' && start !== end) this.replace(this.#selection, '');
  }

  #press(event: MouseEvent): void {
    const chip = this.#nodes.chips().find(({ node }) => node.contains(event.target as Node));
    if (!chip) return;
    event.preventDefault();
    this.#root.focus();
    this.#nodes.select(rangeOf(chip));
    this.#selection = rangeOf(chip);
    this.#events.chosen(rangeOf(chip));
  }

  #follow(): void {
    const read = this.#readSelection();
    if (!read) return;
    if (read.start !== this.#selection.start || read.end !== this.#selection.end) {
      this.#selection = read;
      if (!this.#isComposing && this.#nodes.read() === this.#text) this.#typed = '';
    }
    for (const chip of this.#nodes.chips())
      chip.node.classList.toggle('chosen', read.start <= chip.start && read.end >= chip.start + chip.length);
  }

  /** Undefined: the selection is elsewhere. */
  #readSelection(): TextRange | undefined {
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return undefined;
    const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
    if (!this.#root.contains(startContainer) || !this.#root.contains(endContainer)) return undefined;
    return { start: this.#nodes.offsetAt(startContainer, startOffset), end: this.#nodes.offsetAt(endContainer, endOffset) };
  }
}

const rangeOf = ({ start, length }: { readonly start: number; readonly length: number }): TextRange => ({
  start,
  end: start + length,
});

/** The binding at a range of a text. Undefined: the range is not exactly one binding. */
export function bindingAt(text: string, { start, end }: TextRange): string | undefined {
  let at = 0;
  for (const piece of readPieces(text)) {
    if (at === start && at + piece.text.length === end && piece.kind === 'binding') return piece.expression;
    at += piece.text.length;
  }
  return undefined;
}
