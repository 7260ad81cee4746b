// What is edited: the page layouts with their history, what is selected and written in them, and the same pages as a text.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { maxDepths } from '../contract/max-depths.ts';
import type { ShownFault } from '../contract/shown-pages.ts';
import {
  type ComposedEdit,
  EditError,
  type EditOptions,
  edit,
  endGesture,
  followAll,
  type History,
  isSaved,
  labelOf,
  openHistory,
  type PartTree,
  partAt,
  readParts,
  redo,
  select,
  undo,
} from '../editing/index.ts';
import { revisionWords, screen, steps } from '../editor-words/index.ts';
import { readJson } from '../json/read-json.ts';
import { writeJson } from '../json/write-json.ts';
import type { EmbeddedSource, EmbeddedTemplate } from '../live-pages/embedded-source.ts';
import { PagesModel } from '../live-pages/pages-model.ts';
import { placeFaults } from '../live-pages/place-faults.ts';
import { plainFault } from './plain-fault.ts';
import { Versions } from './versions.ts';

/** Most changes that are remembered for sheets that show an earlier state. */
const mostChanges = 50;

interface TextState {
  /** How many texts were opened so far. */
  readonly serial: number;
  /** Pointer of the part whose text is open. Undefined: no text is open. */
  readonly pointer?: string;
  /** Index of the sheet on which the text is open. Undefined: no sheet shows the part. */
  readonly sheet?: number | undefined;
  /** All of it is selected, so that typing replaces it. */
  readonly isNew?: boolean;
}

export class EditedDocument {
  readonly #source: EmbeddedSource;
  readonly pages: PagesModel;
  readonly versions = new Versions();

  readonly template = signal<EmbeddedTemplate | undefined>(undefined);
  readonly history = signal(openHistory([]));
  /** The text in "Code", while it is open. It may be no JSON: then the pages stay as they are. */
  readonly code = signal<string | undefined>(undefined);
  /** What became of the last thing that was asked for. */
  readonly words = signal<string>(screen.loading);
  readonly isBusy = signal(false);
  readonly isOver = signal(false);
  /** Changes when the person goes to another part. */
  readonly visit = signal(0);
  /** Changes when the person goes to a part that shall be in view, once the sheets of the edition are laid out. */
  readonly sought = signal({ serial: 0, edition: 0 });
  /** Pointers of the parts that the person has opened or closed. At first page layouts and bands are open, and all others closed. */
  readonly turnedParts = signal<ReadonlySet<string>>(new Set());
  /** The text that is open for writing in place. */
  readonly textState = signal<TextState>({ serial: 0 });
  /** Writes a text where the caret is. Undefined: no text is open. */
  insertIntoText: ((text: string) => void) | undefined;

  /** Apart from the selection: selecting a part does not read the parts again. */
  readonly #pages = computed(() => this.history.value.pages);
  readonly tree = computed<PartTree>(() =>
    readParts(
      { ...this.template.value?.document, pages: this.#pages.value as readonly unknown[] },
      this.template.value?.exampleData,
    ),
  );
  /** The part that is selected. */
  readonly part = computed(() => {
    const { selection } = this.history.value;
    return selection === null ? undefined : partAt(this.tree.value, selection);
  });
  /** The part whose text is open. */
  readonly textPart = computed(() => {
    const { pointer } = this.textState.value;
    return pointer !== undefined && this.part.value?.pointer === pointer ? this.part.value : undefined;
  });
  /** What is wrong with parts, by their pointers. */
  readonly faults = computed(() => {
    const found = new Map<string, ShownFault[]>();
    for (const fault of this.pages.faults.value) {
      const part = fault.pointer === undefined ? undefined : partAt(this.tree.value, fault.pointer);
      if (part) found.set(part.pointer, [...(found.get(part.pointer) ?? []), fault]);
    }
    return found;
  });
  /** The line of the text in "Code" that cannot be read, from 1. Undefined: all of it can. */
  readonly brokenLine = computed(() => (this.code.value === undefined ? undefined : read(this.code.value).fault?.line));
  /** The text in "Code" cannot be read. */
  readonly isBroken = computed(() => this.brokenLine.value !== undefined);
  readonly isChanged = computed(() => this.template.value !== undefined && (this.isBroken.value || !isSaved(this.history.value)));

  /** Another version is looked at: nothing can be changed. */
  readonly isLooking = computed(() => this.versions.conflict.value !== undefined || this.versions.seen.value !== undefined);
  /** Why nothing can be changed now. Undefined: changes are possible. */
  readonly hindrance = computed(() => {
    if (this.versions.conflict.value) return screen.choosing;
    if (this.isLooking.value) return screen.looking;
    return this.brokenLine.value === undefined ? undefined : screen.brokenCode(this.brokenLine.value);
  });
  /** Why the pages cannot be saved, and the faulty part if one is the reason. Undefined: they can, or it is not known yet. */
  readonly unsavable = computed<{ readonly reason: string; readonly pointer?: string } | undefined>(() => {
    if (this.hindrance.value !== undefined) return { reason: this.hindrance.value };
    if (this.pages.isBusy.value) return undefined;
    for (const [pointer, faults] of this.faults.value) {
      const error = faults.find(({ severity }) => severity === 'error');
      if (error) return { reason: plainFault(error.code) ?? error.message, pointer };
    }
    return undefined;
  });

  /** The last changes: the page layouts before each, and what was done. Sheets may still show what was there before some of them. */
  #changes: readonly { readonly before: unknown; readonly operations: History['change'] }[] = [];
  /** The pointer that a part of the sheets has now. Undefined: the part is gone. */
  readonly followShown = computed(() => {
    const { pages } = this.history.value;
    const first = this.#changes.findIndex(({ before }) => before === this.pages.laidOut.value);
    // Page layouts that were typed in "Code" are in none of the changes: their pointers stay.
    if (this.pages.laidOut.value === pages || first < 0) return (pointer: string) => pointer;
    const operations = this.#changes.slice(first).flatMap((change) => change.operations);
    return (pointer: string) => followAll(pointer, operations);
  });

  constructor(source: EmbeddedSource, startWorker: () => Worker) {
    this.#source = source;
    this.pages = new PagesModel(source, startWorker);
    this.pages.partOf = (pointer) => {
      const part = partAt(this.tree.value, pointer);
      return part && { name: labelOf(part), open: () => this.select(part.pointer) };
    };
    this.pages.plainWordsOf = plainFault;
    effect(() => {
      // Another version is looked at, or no longer.
      if (this.versions.shown.value !== undefined || this.template.value) untracked(() => this.show());
    });
  }

  closeVersions(): void {
    this.versions.seen.value = undefined;
    this.versions.list.value = undefined;
  }

  /** Restores the pages of the revision that is seen. Save makes a new revision of them. */
  restoreRevision(): void {
    const { seen } = this.versions;
    if (!seen.value || this.isOver.value) return;
    const { revision, pages } = seen.value;
    this.closeVersions();
    if (this.isHindered()) return;
    this.take(setPages(this.history.value, pages, { title: steps.restoreRevision(revision) }));
    this.words.value = revisionWords.restored(revision);
  }

  /** Whether nothing can be changed now. Says why. */
  protected isHindered(): boolean {
    if (this.isOver.value) return true;
    if (this.hindrance.value === undefined) return false;
    this.words.value = this.hindrance.value;
    return true;
  }

  /**
   * Carries out what `make` gives, as a step. Says why if it cannot be done. Returns whether it was. `staysAtPart`: the person goes on with the selected part,
   * also if it gets another pointer.
   */
  do(make: (tree: PartTree) => ComposedEdit, options: EditOptions, staysAtPart = false): boolean {
    if (this.isHindered()) return false;
    try {
      const made = make(this.tree.value);
      if (!staysAtPart) this.visit.value++;
      const isOther = this.take(edit(this.history.value, made, options));
      if (!staysAtPart) this.#seek(isOther);
      this.words.value = made.notes.join(' ');
      return true;
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      this.words.value = error.message;
      return false;
    }
  }

  /** Takes the last step back. A text in "Code" that cannot be read is such a step: the pages are as they were before it. */
  undo(): void {
    if (!this.isBroken.value || this.isLooking.value || this.isOver.value) {
      if (!this.isHindered()) this.#step(undo);
      return;
    }
    this.code.value = writeJson(this.history.value.pages);
    this.#clearWords();
    this.show();
  }

  redo(): void {
    if (!this.isHindered()) this.#step(redo);
  }

  #step(take: typeof undo): void {
    const { selection } = this.history.value;
    const history = take(this.history.value);
    if (history.selection !== selection) this.visit.value++;
    this.#seek(this.take(history));
  }

  endGesture(): void {
    this.history.value = endGesture(this.history.value);
  }

  select(pointer: string | null): void {
    if (this.textState.value.pointer !== pointer) this.closeText();
    if (pointer !== this.history.value.selection) this.visit.value++;
    // What is selected is shown where the list of versions is.
    if (pointer !== null) this.closeVersions();
    this.history.value = select(this.history.value, pointer);
    this.#seek(false);
  }

  /** What was written in the open text stays. */
  closeText(): void {
    const { serial, pointer } = this.textState.value;
    if (pointer === undefined) return;
    this.textState.value = { serial };
    this.endGesture();
  }

  #seek(isChanged: boolean): void {
    const { sought, pages } = this;
    sought.value = { serial: sought.peek().serial + 1, edition: pages.edition.peek() + (isChanged ? 1 : 0) };
  }

  /** Returns whether the pages are others now. */
  protected take(history: typeof this.history.value): boolean {
    const before = this.history.value.pages;
    const isOther = history.pages !== before;
    batch(() => {
      if (isOther) this.#changes = [...this.#changes.slice(1 - mostChanges), { before, operations: history.change }];
      this.history.value = history;
      this.#followTurned(history.change);
      if (isOther && this.code.value !== undefined) this.code.value = writeJson(history.pages);
      this.#clearWords();
    });
    if (isOther) this.show();
    return isOther;
  }

  /** Parts that a change moves stay open or closed. Of other pages nothing is known. */
  #followTurned(change: History['change']): void {
    const { turnedParts } = this;
    if (change.length === 0 || change.some((one) => one.op === 'set' && one.at === '/pages')) return;
    turnedParts.value = new Set([...turnedParts.value].flatMap((pointer) => followAll(pointer, change) ?? []));
  }

  /** The message is out of date. */
  #clearWords(): void {
    if (!this.isBusy.value && !this.isOver.value) this.words.value = '';
  }

  /** Shows the pages of what is edited, or of the version that is looked at. */
  protected show(): void {
    const { code, history, versions } = this;
    const other = versions.shown.value;
    this.#source.edited =
      other === undefined && code.value !== undefined ? { text: code.value } : { pages: other ?? history.value.pages };
    void this.pages.follow(this.pages.choice.value);
  }

  /** Opens and closes the pages as JSON. A text that cannot be read stays open, and the words say why. */
  showCode(isOpen: boolean): void {
    if (isOpen === (this.code.value !== undefined)) return;
    if (this.isBroken.value) {
      this.words.value = screen.brokenCode(this.brokenLine.value!);
      return;
    }
    this.code.value = isOpen ? writeJson(this.history.value.pages) : undefined;
    this.show();
  }

  /** Opens the pages as JSON at a pointer, as the author wrote it. */
  openCode(pointer: string): void {
    this.showCode(true);
    const texts = [{ pointer: '/pages', file: '', text: this.code.value! }];
    const asked = { pointer, code: '' };
    const place = placeFaults([asked], texts).get(asked);
    // The text is on the screen after this.
    if (place) setTimeout(() => this.pages.openPlace?.(place));
  }

  /** Takes a text that a person writes in "Code". */
  write(text: string): void {
    if (this.isOver.value || this.isLooking.value) return;
    batch(() => {
      this.code.value = text;
      this.takeText(text);
      this.#clearWords();
    });
    this.show();
  }

  /** Takes the text of the pages. What cannot be read is shown in "Code". */
  protected takeText(text: string): void {
    const reading = read(text);
    if (reading.fault === undefined) {
      this.history.value = setPages(this.history.value, reading.value, { title: steps.code, gesture: 'code' });
    } else this.code.value = text;
  }
}

/** Reads page layouts that a person has written as JSON. */
export const read = (text: string) => readJson(text, { maxDepth: maxDepths.document });

/** Sets all page layouts at once, as a step. */
export const setPages = (history: History, value: unknown, options: EditOptions): History =>
  edit(history, { operations: [{ op: 'set', at: '/pages', value }] }, options);
