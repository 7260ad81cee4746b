// What the editor knows: the page layouts with their history, what the server has, and what is going on.
import { batch, computed, effect, signal } from '@preact/signals';
import { maxDepths } from '../contract/max-depths.ts';
import {
  type ComposedEdit,
  EditError,
  type EditOptions,
  edit,
  endGesture,
  isSaved,
  markSaved,
  openHistory,
  type PartTree,
  partAt,
  readParts,
  redo,
  select,
  undo,
} from '../editing/index.ts';
import type { ListedField } from '../editing/list-fields.ts';
import { readJson } from '../json/read-json.ts';
import { writeJson } from '../json/write-json.ts';
import { type EmbeddedSource, type EmbeddedTemplate, embeddedSource } from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';
import { PagesModel } from '../live-pages/pages-model.ts';
import { keepUnsaved, readUnsaved } from './unsaved-text.ts';
import { screen, steps } from './words/en.ts';

export interface TextState {
  /** How many texts were opened so far. */
  readonly serial: number;
  /** Of the part whose text is open. Undefined: none is. */
  readonly pointer?: string;
  /** The sheet on which it is open. Undefined: none shows it. */
  readonly sheet?: number | undefined;
}

export class EditorModel {
  readonly #source: EmbeddedSource;
  readonly pages: PagesModel;

  readonly template = signal<EmbeddedTemplate | undefined>(undefined);
  readonly history = signal(openHistory([]));
  /** The text in "Code", while it is open. It may be no JSON: then the pages stay as they are. */
  readonly code = signal<string | undefined>(undefined);
  /** The revision from which the pages were made. */
  readonly revision = signal(0);
  /** What became of the last thing that was asked for. */
  readonly words = signal<string>(screen.loading);
  readonly isBusy = signal(false);
  readonly isOver = signal(false);
  /** The discard button was pressed once. */
  readonly isAsked = signal(false);

  /** The text that is open for writing in place. */
  readonly textState = signal<TextState>({ serial: 0 });
  /** Writes a text where the caret is. Undefined: no text is open. */
  insertIntoText: ((text: string) => void) | undefined;
  /** The field of the data that a person drags. */
  draggedField: ListedField | undefined;

  readonly tree = computed<PartTree>(() =>
    readParts({ ...this.template.value?.document, pages: this.history.value.pages as readonly unknown[] }),
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
  /** The text in "Code" cannot be read. */
  readonly isBroken = computed(() => this.code.value !== undefined && readPages(this.code.value).fault !== undefined);
  readonly isChanged = computed(() => this.template.value !== undefined && (this.isBroken.value || !isSaved(this.history.value)));

  constructor(capability: string, startWorker: () => Worker) {
    this.#source = embeddedSource(capability);
    this.pages = new PagesModel(this.#source, startWorker);
    effect(() => {
      const { template, isChanged, revision } = this;
      const text = this.isBroken.value ? this.code.value! : JSON.stringify(this.history.value.pages);
      if (template.value)
        keepUnsaved(template.value.embeddedTemplateUuid, isChanged.value ? { text, revision: revision.value } : undefined);
    });
  }

  /** Shows the template of the server, and what this browser has kept of it. */
  async open(): Promise<void> {
    await this.#run(async () => {
      const template = await this.#source.load();
      const unsaved = readUnsaved(template.embeddedTemplateUuid);
      const isKept = unsaved !== undefined && unsaved.text !== JSON.stringify(template.pages);
      batch(() => {
        this.history.value = openHistory(template.pages);
        // Of an older revision the server refuses it, as it would have at that time.
        this.revision.value = isKept ? unsaved.revision : template.revision;
        this.template.value = template;
        this.code.value = this.code.value === undefined ? undefined : writeJson(template.pages);
        if (isKept) this.#takeText(unsaved.text);
        this.words.value = isKept ? screen.kept : '';
      });
      this.#show();
    });
  }

  /** Carries out what `make` gives, as a step. Says why if it cannot be done. Returns whether it was. */
  do(make: (tree: PartTree) => ComposedEdit, options: EditOptions): boolean {
    if (this.isOver.value) return false;
    try {
      const made = make(this.tree.value);
      this.#take(edit(this.history.value, made, options));
      this.words.value = made.notes.join(' ');
      return true;
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      this.words.value = error.message;
      return false;
    }
  }

  undo(): void {
    this.#take(undo(this.history.value));
  }

  redo(): void {
    this.#take(redo(this.history.value));
  }

  endGesture(): void {
    this.history.value = endGesture(this.history.value);
  }

  select(pointer: string | null): void {
    const { serial, pointer: open } = this.textState.value;
    if (open !== undefined && open !== pointer) {
      this.textState.value = { serial };
      this.endGesture();
    }
    this.history.value = select(this.history.value, pointer);
  }

  #take(history: typeof this.history.value): void {
    const isOther = history.pages !== this.history.value.pages;
    batch(() => {
      this.history.value = history;
      if (isOther && this.code.value !== undefined) this.code.value = writeJson(history.pages);
      this.#clearWords();
    });
    if (isOther) this.#show();
  }

  /** The words are about what was there before. */
  #clearWords(): void {
    if (!this.isBusy.value && !this.isOver.value) this.words.value = '';
  }

  #show(): void {
    const { code, history } = this;
    this.#source.edited = code.value === undefined ? { pages: history.value.pages } : { text: code.value };
    void this.pages.follow(this.pages.choice.value);
  }

  /** Opens and closes the pages as JSON. A text that cannot be read stays open. */
  showCode(isOpen: boolean): void {
    if (isOpen === (this.code.value !== undefined) || this.isBroken.value) return;
    this.code.value = isOpen ? writeJson(this.history.value.pages) : undefined;
    this.#show();
  }

  /** Takes a text that a person writes in "Code". */
  write(text: string): void {
    batch(() => {
      this.code.value = text;
      this.#takeText(text);
      this.#clearWords();
    });
    this.#show();
  }

  /** Takes the text of the pages. What cannot be read is shown in "Code". */
  #takeText(text: string): void {
    const reading = readPages(text);
    if (reading.fault === undefined) {
      const operations = [{ op: 'set', at: '/pages', value: reading.value }] as const;
      this.history.value = edit(this.history.value, { operations }, { title: steps.code, gesture: 'code' });
    } else this.code.value = text;
  }

  async save(): Promise<void> {
    await this.#run(async () => {
      const { pages } = this.history.value;
      const template = await this.#source.save(this.revision.value);
      batch(() => {
        this.history.value = markSaved(this.history.value, pages);
        this.revision.value = template.revision;
        this.template.value = template;
        this.words.value = screen.saved(template.revision);
      });
    });
  }

  /** A question of the browser's own is not shown in a frame of another site, so the button is pressed twice. */
  async discard(): Promise<void> {
    if (this.isBusy.value || this.isOver.value) return;
    if (!this.isAsked.value) {
      this.isAsked.value = true;
      this.words.value = screen.askDiscard;
      return;
    }
    this.isAsked.value = false;
    const { template } = this;
    if (template.value) keepUnsaved(template.value.embeddedTemplateUuid, undefined);
    await this.open();
  }

  /** Does one thing at a time, and says why it failed. */
  async #run(task: () => Promise<void>): Promise<void> {
    if (this.isBusy.value || this.isOver.value) return;
    this.isBusy.value = true;
    this.words.value = screen.wait;
    // It is about what was asked for before.
    this.pages.message.value = '';
    try {
      await task();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#tell(error);
    } finally {
      this.isBusy.value = false;
    }
  }

  #tell({ code, message, faults }: SourceError): void {
    this.isOver.value = code === 'CAPABILITY_EXPIRED' || code === 'UNAUTHENTICATED';
    this.words.value = this.isOver.value ? screen.over : code === 'REVISION_CONFLICT' ? screen.conflict : screen.notDone(message);
    if (faults.length > 0) this.pages.tellFaults(faults);
  }
}

const readPages = (text: string) => readJson(text, { maxDepth: maxDepths.document });
