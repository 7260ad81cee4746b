// Recognises a continued run that has nothing left to do, though its documents exist in files of all documents only.
import type { BatchItem } from '../batch-item.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { BatchRun } from '../batch-run.ts';
import { isWhole } from '../files/is-whole.ts';
import { digestOfData } from './digests.ts';
import type { OutputFile } from './manifest.ts';
import type { EarlierRun } from './read-manifest.ts';
import { isStillRight } from './select-wanted.ts';

/** Compares the documents of the input with the documents of the record. */
export class FinishedRun {
  readonly #earlier: EarlierRun;
  readonly #options: BatchOptions;
  #isSame = true;
  #count = 0;

  constructor(earlier: EarlierRun, options: BatchOptions) {
    this.#earlier = earlier;
    this.#options = options;
  }

  see({ data, reference }: BatchItem, item: number, file: string): void {
    this.#count++;
    const known = this.#earlier.items.get(file);
    this.#isSame &&=
      isStillRight(known, digestOfData(data), this.#options) && known.item === item && known.reference === (reference ?? null);
  }

  /** The files of `merge` and `zip` of the earlier run; undefined: a file has changed, or holds other documents than this input. */
  async outputs({ collected }: BatchRun): Promise<readonly OutputFile[] | undefined> {
    const { items, end } = this.#earlier;
    const completed = [...items.values()].filter(({ state }) => state === 'completed');
    if (!this.#isSame || this.#count !== completed.length) return undefined;
    const found: OutputFile[] = [];
    for (const { kind, file, path } of collected) {
      const one = end?.outputs?.find((output) => output.kind === kind && output.file === file);
      // A call with a limit of its own may have put fewer documents into the file than the run has.
      if (!one || one.documents !== this.#count || !(await isWhole(path, one))) return undefined;
      found.push(one);
    }
    return found;
  }
}
