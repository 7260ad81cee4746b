// Compares the files of documents with the record of an earlier run.
import { lstatSync } from 'node:fs';
import type { BatchRun } from '../batch-run.ts';
import { locate } from './held-documents.ts';
import { type FileContent, isRemains, isWhole } from './is-whole.ts';
import type { ReplaceRight } from './own-files.ts';

/** The file in the place of a document. `changed`: the run made a document there, but somebody has changed it. `foreign`: the run made none there. */
export type StandingDocument = 'nothing' | 'own' | 'changed' | 'foreign';

/** Reads each file at most once. */
export class OwnDocuments {
  readonly #run: BatchRun;
  readonly #found = new Map<string, Promise<FileContent | undefined>>();

  constructor(run: BatchRun) {
    this.#run = run;
  }

  /** The contents that the run may replace in the file of a document. `made`: the new content. */
  rightTo(file: string, made: FileContent): ReplaceRight {
    const { isHeld, options } = this.#run;
    if (isHeld || options.overwrite === true) return 'anything';
    return this.isUnsure(file) ? [made] : this.#contentsOf(file);
  }

  /** Looks at the file in the place of a document. */
  async look(file: string): Promise<StandingDocument> {
    const path = locate(this.#run, file);
    if (!lstatSync(path, { throwIfNoEntry: false })) return 'nothing';
    const contents = this.#contentsOf(file);
    if (this.isUnsure(file)) return 'own'; // `rightTo` decides when the document is made
    if (contents.length === 0) return 'foreign';
    return (await this.#find(file)) || isRemains(path, contents) ? 'own' : 'changed';
  }

  /** Whether the file of a document is as recorded. */
  async isWhole(file: string, { sha256 }: { readonly sha256: string | null }): Promise<boolean> {
    return sha256 !== null && (await this.#find(file))?.sha256 === sha256;
  }

  /** The run may have made the file: the line of the record that would say so was cut off. */
  isUnsure(file: string): boolean {
    return this.#run.earlier?.isCut === true && this.#contentsOf(file).length === 0;
  }

  #contentsOf(file: string): readonly FileContent[] {
    return this.#run.earlier?.made.get(file) ?? [];
  }

  #find(file: string): Promise<FileContent | undefined> {
    let found = this.#found.get(file);
    if (!found) {
      found = findContent(locate(this.#run, file), this.#contentsOf(file));
      this.#found.set(file, found);
    }
    return found;
  }
}

async function findContent(path: string, contents: readonly FileContent[]): Promise<FileContent | undefined> {
  for (const one of contents) if (await isWhole(path, one)) return one;
  return undefined;
}
