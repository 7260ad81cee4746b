// A run taken up again that has nothing left to do, though its documents are there in files of all alone.
import type { BatchItem } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';
import { isWhole } from './is-whole.ts';
import { digestOfData, type OutputFile } from './manifest.ts';
import type { EarlierRun } from './read-manifest.ts';

/** Compares the documents of the input with those of the record. */
export class FinishedRun {
  readonly #earlier: EarlierRun;
  #isSame = true;
  #count = 0;

  constructor(earlier: EarlierRun) {
    this.#earlier = earlier;
  }

  see({ data, reference }: BatchItem, item: number, file: string): void {
    this.#count++;
    const known = this.#earlier.items.get(file);
    this.#isSame &&=
      known?.state === 'completed' &&
      known.item === item &&
      known.reference === (reference ?? null) &&
      known.data === digestOfData(data);
  }

  /** The files of `merge` and `zip` of the earlier run, if they are whole and hold the documents of this input; otherwise undefined. */
  async outputs({ collected }: BatchRun): Promise<readonly OutputFile[] | undefined> {
    const { items, end } = this.#earlier;
    if (!this.#isSame || this.#count !== items.size) return undefined;
    const found: OutputFile[] = [];
    for (const { kind, file, path } of collected) {
      const one = end?.outputs?.find((output) => output.kind === kind && output.file === file);
      if (!one || !(await isWhole(path, one))) return undefined;
      found.push(one);
    }
    return found;
  }
}
