// What the page knows: the pages that are shown, their faults, and what a person has chosen.
import { batch, computed, signal } from '@preact/signals';
import type { RenderWarning } from '../contract/generate.ts';
import type { Place, ShownFault, ShownPages } from '../contract/shown-pages.ts';
import { standInWords } from '../editor-words/index.ts';
import { pointerOfComponent } from '../json/component-pointer.ts';
import { dropPainted, LayoutWorker } from './layout-worker.ts';
import { type CheckedDocument, type PageSource, SourceError } from './page-source.ts';
import { placeFaults } from './place-faults.ts';
import type { FoundAnswer, PaintedSheet, PrintedAnswer, RefusedAnswer, SheetSize, ShownPart, ShowRequest } from './protocol.ts';
import { makeSample, sampleKinds } from './sample-data.ts';

/** Pixels of CSS for each pt at 100 %. */
export const pixelsOfPoint = 96 / 72;

/** What `zoom` may be, in percent. */
export const zoomRange = { least: 10, most: 400 } as const;

export interface Checked extends CheckedDocument {
  /** Whether the server's pages equal those of the browser. Undefined: the browser has no pages. */
  readonly isSame: boolean | undefined;
  /** Warnings about the template, which the server does not repeat for each document. */
  readonly ofTemplate: number;
}

export interface EditedPart {
  readonly name: string;
  /** Shows it to the person. */
  open(): void;
}

export interface SelectedPart {
  readonly sheet: number;
  readonly part: ShownPart;
  readonly place: Place | undefined;
  /** The uses of definitions that led there, from the outside in. */
  readonly uses: readonly { readonly pointer: string; readonly place: Place | undefined }[];
}

export class PagesModel {
  readonly source: PageSource;
  readonly #worker: LayoutWorker;

  readonly name = signal('');
  readonly shown = signal<ShownPages | undefined>(undefined);
  readonly sheets = signal<readonly SheetSize[]>([]);
  /** The parts of the sheets that are painted. */
  readonly partsOf = signal<ReadonlyMap<number, readonly ShownPart[]>>(new Map());
  /** Changes each time that sheets are laid out, so that those in view are painted again. */
  readonly edition = signal(0);
  /** The page layouts of which the sheets were made. */
  readonly laidOut = signal<unknown>(undefined);
  /** The sheets are those of an earlier state: this one cannot be laid out. */
  readonly isStale = signal(false);
  readonly isBusy = signal(true);
  readonly faults = signal<readonly ShownFault[]>([]);
  /** The id of a choice of the source, or a kind of sample. */
  readonly choice = signal('');
  /** Percent. Undefined: the widest sheet fills the width. */
  readonly zoom = signal<number | undefined>(undefined);
  /** Room for sheets, in pixels of CSS. */
  readonly room = signal(800);
  readonly checked = signal<Checked | undefined>(undefined);
  readonly isChecking = signal(false);
  readonly message = signal('');
  /** The part that a person has chosen. */
  readonly selected = signal<SelectedPart | undefined>(undefined);
  /** What looks different in the PDF, in words for a person. */
  readonly standIns = signal<readonly string[]>([]);

  /** Pixels of CSS for each pt. */
  readonly scale = computed(() => {
    const widest = Math.max(1, ...this.sheets.value.map(({ width }) => width));
    const percent = this.zoom.value;
    return percent === undefined ? Math.min(4 * pixelsOfPoint, this.room.value / widest) : (percent / 100) * pixelsOfPoint;
  });

  /** Shows a place in the text that a person writes here. Undefined: it is written elsewhere. */
  openPlace: ((place: Place) => void) | undefined;

  /** The part that a person edits here, by the pointer of a fault. Undefined: nothing is edited by parts. */
  partOf: ((pointer: string) => EditedPart | undefined) | undefined;

  /** Says a fault in plain words, by its code. Undefined: people here write templates, and read the message itself. */
  plainWordsOf: ((code: string) => string | undefined) | undefined;

  readonly #inView = new Set<number>();
  /** What canvases show: the edition and the scale of each sheet. */
  readonly #painted = new Map<number, string>();
  readonly #painters = new Map<number, (painted: PaintedSheet) => void>();
  #following: AbortController | undefined;
  #data: unknown;
  #warningsOfTemplate = 0;
  /** What was found last. Several ask for the places of one part. */
  #found: { readonly pointer: string; readonly edition: number; readonly answer: Promise<FoundAnswer | undefined> } | undefined;
  #turn = 0;
  #showing: Promise<void> = Promise.resolve();

  constructor(source: PageSource, startWorker: () => Worker) {
    this.source = source;
    this.#worker = new LayoutWorker(startWorker);
  }

  /** Shows what the source has, and follows its changes until another choice is made. */
  async follow(choice: string): Promise<void> {
    this.#following?.abort();
    this.#following = new AbortController();
    const { signal: ends } = this.#following;
    this.choice.value = choice;
    let after: number | undefined;
    while (!ends.aborted) {
      try {
        const shown = await this.source.read(sampleKinds.some(({ id }) => id === choice) ? '' : choice, after, ends);
        this.message.value = '';
        after = shown.revision;
        await this.show(shown);
        if (!shown.isWatched) return;
      } catch (error) {
        if (ends.aborted) return;
        if (!(error instanceof SourceError)) throw error;
        this.message.value = error.message;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  /** Lays out what a source gives, with its data or a sample. A newer call replaces one that waits. */
  show(given: ShownPages): Promise<void> {
    this.#showing = this.#show(given);
    return this.#showing;
  }

  async #show(given: ShownPages): Promise<void> {
    const turn = ++this.#turn;
    const shown = await this.#withSample(given);
    if (turn !== this.#turn) return;
    batch(() => {
      this.shown.value = shown;
      this.name.value = shown.name;
      this.isBusy.value = true;
      this.checked.value = undefined;
    });
    const { template, data } = shown;
    const own = this.#located(shown.faults);
    if (!template || data === undefined) return this.#refuse(own);
    this.#data = data;
    const view = this.#view([...this.#inView]);
    const request: ShowRequest = { kind: 'show', template, base: this.source.base, data, date: shown.date, view };
    const answer = await this.#worker.ask(request);
    if (!answer) return;
    if (turn !== this.#turn) return dropPainted(answer);
    if (answer.kind === 'refused') {
      const whole = answer.message === '' ? [] : [{ severity: 'error' as const, message: answer.message }];
      return this.#refuse([...own, ...whole, ...this.#placed(answer.faults)]);
    }
    if (answer.kind !== 'shown') return;
    this.#worker.shown = request;
    batch(() => {
      this.edition.value++;
      this.laidOut.value = template.document.pages;
      this.standIns.value = [];
      this.selected.value = undefined;
      this.sheets.value = answer.sheets;
      this.partsOf.value = new Map();
      this.isStale.value = false;
      this.isBusy.value = false;
      const ofTemplate = [...own, ...this.#placed(answer.doubts)];
      this.#warningsOfTemplate = ofTemplate.filter(({ severity }) => severity === 'warning').length;
      this.faults.value = [...ofTemplate, ...this.#warned(answer.warnings)];
    });
    this.#put(answer.painted);
  }

  #refuse(faults: readonly ShownFault[]): void {
    batch(() => {
      this.isStale.value = this.sheets.value.length > 0;
      this.isBusy.value = false;
      this.faults.value = faults;
    });
  }

  async #withSample(shown: ShownPages): Promise<ShownPages> {
    const kind = sampleKinds.find(({ id }) => id === this.choice.value);
    if (!kind || !shown.template) return shown;
    const { document, inferred } = shown.template;
    let data = makeSample(kind.id, document, inferred, { renames: true });
    let faults = await this.source.validate(data);
    if (faults.length > 0) {
      data = makeSample(kind.id, document, inferred);
      faults = await this.source.validate(data);
    }
    // Errors of a template that can be shown are those of the data that the sample replaces.
    const doubts = shown.faults.filter(({ severity }) => severity === 'warning');
    return { ...shown, data: faults.length > 0 ? undefined : data, faults: [...doubts, ...faults] };
  }

  /** Shows faults of something that the server refused. */
  tellFaults(faults: readonly ShownFault[]): void {
    this.faults.value = this.#located(faults);
  }

  /** Finds the lines of faults that come without a place. */
  #located(faults: readonly ShownFault[]): readonly ShownFault[] {
    const asked = faults.flatMap((fault) =>
      fault.place || fault.pointer === undefined ? [] : [{ fault, code: '', pointer: this.#pointerOf(fault.pointer) }],
    );
    const places = placeFaults(asked, this.shown.value?.texts ?? []);
    const found = new Map(asked.map((one) => [one.fault, places.get(one)]));
    return faults.map((fault) => ({ ...fault, place: fault.place ?? found.get(fault) }));
  }

  /** Messages name a component by its `id`, if given. */
  #pointerOf(component: string): string {
    const template = this.shown.value?.template;
    return (template && pointerOfComponent(component, template.document)) ?? component;
  }

  /** Faults of the template, and of the document that was laid out. */
  #placed(faults: RefusedAnswer['faults']): readonly ShownFault[] {
    const asked = faults.map((one) => ({ ...one, pointer: this.#pointerOf(one.pointer) }));
    const places = placeFaults(asked, this.shown.value?.texts ?? []);
    return asked.map((one) => {
      const { severity, message, code, pointer, page } = one;
      return { severity, message, code, pointer, page, place: places.get(one) };
    });
  }

  #warned(warnings: readonly RenderWarning[]): readonly ShownFault[] {
    const faults = warnings.map(({ code, component, message, page }) => ({
      severity: 'warning' as const,
      code,
      pointer: component,
      message,
      page: page ?? undefined,
    }));
    return this.#placed(faults);
  }

  /** Chooses a part, and finds its line. */
  select(sheet: number, part: ShownPart): void {
    const asked = [part.pointer, ...part.uses].map((pointer) => ({ pointer, code: '' }));
    const places = placeFaults(asked, this.shown.value?.texts ?? []);
    const [place, ...uses] = asked.map((one) => ({ pointer: one.pointer, place: places.get(one) }));
    this.selected.value = { sheet, part, place: place!.place, uses };
  }

  /** Notes what paints a sheet, until the returned function is called. */
  attach(sheet: number, paint: (painted: PaintedSheet) => void): () => void {
    this.#painters.set(sheet, paint);
    return () => {
      this.#painters.delete(sheet);
      this.#painted.delete(sheet);
      this.#inView.delete(sheet);
    };
  }

  setInView(sheet: number, isInView: boolean): void {
    if (isInView) this.#inView.add(sheet);
    else this.#inView.delete(sheet);
    void this.paint();
  }

  /** Paints the sheets in view that show something else. */
  async paint(): Promise<void> {
    const count = this.sheets.value.length;
    const wanted = [...this.#inView].filter((sheet) => sheet < count && this.#painted.get(sheet) !== this.#state());
    if (wanted.length === 0) return;
    const answer = await this.#worker.ask({ kind: 'paint', view: this.#view(wanted) });
    if (answer?.kind === 'painted') this.#put(answer.painted);
  }

  readonly #state = () => `${this.edition.value} ${this.#deviceScale()}`;

  readonly #deviceScale = () => this.scale.value * devicePixelRatio;

  readonly #view = (sheets: readonly number[]) => ({ scale: this.#deviceScale(), sheets });

  #put(painted: readonly PaintedSheet[]): void {
    for (const one of painted) {
      const paint = this.#painters.get(one.sheet);
      if (!paint) {
        one.bitmap.close();
        continue;
      }
      paint(one);
      this.#painted.set(one.sheet, this.#state());
    }
    this.partsOf.value = new Map([...this.partsOf.value, ...painted.map(({ sheet, parts }) => [sheet, parts] as const)]);
    this.standIns.value = [
      ...new Set([
        ...this.standIns.value,
        ...painted.flatMap(({ standIns }) => standIns.map(({ kind, name }) => standInWords[kind](name))),
      ]),
    ];
    void this.paint();
  }

  /** Prints expressions as the text at a pointer does. Undefined: a newer question has taken the place of this one, or the worker failed. */
  async print(pointer: string, expressions: readonly string[]): Promise<PrintedAnswer | undefined> {
    const answer = await this.#worker.ask({ kind: 'print', pointer, expressions });
    return answer?.kind === 'printed' ? answer : undefined;
  }

  /** Where a part of the page layouts is shown. Undefined: nothing is shown, or another part is asked for. */
  findPart(pointer: string): Promise<FoundAnswer | undefined> {
    if (this.isStale.peek()) return Promise.resolve(undefined);
    const edition = this.edition.peek();
    if (this.#found?.pointer !== pointer || this.#found.edition !== edition)
      this.#found = { pointer, edition, answer: this.#findPart(pointer) };
    return this.#found.answer;
  }

  /** How many times a part of the page layouts is shown. Undefined: as in `findPart`. */
  async countParts(pointer: string): Promise<number | undefined> {
    return (await this.findPart(pointer))?.times;
  }

  async #findPart(pointer: string): Promise<FoundAnswer | undefined> {
    const answer = await this.#worker.ask({ kind: 'find', pointer });
    return answer?.kind === 'found' ? answer : undefined;
  }

  /** Lets the server make the document. */
  async check(): Promise<void> {
    if (this.isChecking.value || this.shown.value?.template === undefined) return;
    this.isChecking.value = true;
    this.message.value = '';
    try {
      // What is compared are the pages of the same text.
      await this.#showing;
      const own = this.isStale.value ? undefined : this.#worker.ask({ kind: 'digest' });
      const [checked, answer] = await Promise.all([this.source.check(this.#data), own]);
      const digest = answer?.kind === 'digest' ? answer.digest : undefined;
      const isSame = digest === undefined ? undefined : digest === checked.digest;
      this.checked.value = { ...checked, isSame, ofTemplate: this.#warningsOfTemplate };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.message.value = error.message;
      if (error.faults.length > 0) this.tellFaults(error.faults);
    } finally {
      this.isChecking.value = false;
    }
  }
}
