// Files of an earlier run whose documents are no longer in the input: a row was deleted, or its document has another name now.
import { lstatSync } from 'node:fs';
import { removeIf } from '../../files/place-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import { type BatchEntry, wasRejected } from '../batch-item.ts';
import type { BatchRun } from '../batch-run.ts';
import type { GoneLine, ManifestWriter } from '../record/manifest.ts';
import { locate } from './held-documents.ts';
import { isWhole } from './is-whole.ts';
import type { NameClaims } from './same-file.ts';

export interface GoneOptions {
  /** Names of the documents of the input. */
  readonly claims: NameClaims;
  /** The run reads only a part of the input, and cannot know about the other documents. */
  readonly isPart: boolean;
}

export class GoneFiles {
  readonly #run: BatchRun;
  readonly #claims: NameClaims;
  readonly #seen = new Set<string>();
  #isPart: boolean;

  constructor(run: BatchRun, { claims, isPart }: GoneOptions) {
    this.#run = run;
    this.#claims = claims;
    this.#isPart = isPart;
  }

  /** Takes a document of the input. `file`: undefined if the document is rejected. */
  see(entry: BatchEntry, file?: string): void {
    if (!this.#run.earlier) return;
    if (file !== undefined) this.#seen.add(file);
    this.#isPart ||= wasRejected(entry);
  }

  /** Raises UsageError if `prune` is given for a part of the input. */
  check(): void {
    const { options, host } = this.#run;
    if (options.prune !== true || !this.#isPart) return;
    const part = `${host.nameOption('limit')}, ${host.nameOption('offset')} and files of rejected rows`;
    throw new UsageError(`${host.nameOption('prune')} needs the whole input. Leave out ${part}.`);
  }

  /** The lines of files that are gone since the last run. */
  lines(): readonly GoneLine[] {
    const { earlier } = this.#run;
    if (!earlier || this.#isPart) return [];
    return [...earlier.items.keys()].filter((file) => earlier.made.has(file) && !this.#seen.has(file)).map(toLine);
  }

  /** The lines of all files that are gone and still exist. */
  standing(): readonly GoneLine[] {
    const earlier = [...(this.#run.earlier?.gone.keys() ?? [])].filter((file) => !this.#seen.has(file)).map(toLine);
    return [...earlier, ...this.lines()].filter(({ file }) => lstatSync(locate(this.#run, file), { throwIfNoEntry: false }));
  }

  /** Removes these files, except those that somebody has changed. Gives the number of removed files. */
  async remove(manifest: ManifestWriter): Promise<number> {
    const { earlier, host } = this.#run;
    let removed = 0;
    for (const line of this.standing()) {
      const contents = earlier!.made.get(line.file) ?? [];
      const isOurs = async (path: string) => {
        for (const one of contents) if (await isWhole(path, one)) return true;
        return false;
      };
      // On some file systems a name in another case is the same file.
      const isKept = this.#claims.has(line.file) || !(await removeIf(locate(this.#run, line.file), isOurs));
      if (isKept) await host.report({ kind: 'not-removed', file: line.file });
      else {
        removed++;
        const news: GoneLine = { ...line, removed: true };
        manifest.add(news);
        await host.report(news);
      }
    }
    return removed;
  }
}

const toLine = (file: string): GoneLine => ({ kind: 'gone', file });
