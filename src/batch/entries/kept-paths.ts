// Finds misspelt paths of `keep` where the data schema cannot: records of JSON and YAML may have members that the schema does not list.
import { formatPath, type PathStep, parsePath } from '../../input/parse-path.ts';
import { ownName } from '../../json/member-names.ts';
import type { Schema } from '../../json/schema-parts.ts';
import type { NameOption } from '../../words/name-option.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchEntry } from '../batch-item.ts';
import { listPaths } from './schema-at.ts';

/** Most members of a record that are looked at, and most names that are remembered, to suggest the nearest. */
const mostLearnt = 500;

export class KeptPaths {
  readonly #sought: Map<string, readonly PathStep[]>;
  readonly #known = new Set<string>();
  readonly #areItems: boolean;
  #isSeen = false;

  constructor(keep: readonly string[], { schema, areItems }: { readonly schema: Schema; readonly areItems: boolean }) {
    const listed = new Set(keep.length === 0 ? [] : listPaths(schema));
    const unlisted = keep.map((path) => [path, parsePath(path, path)] as const);
    this.#sought = new Map(unlisted.filter(([, steps]) => !listed.has(formatPath(steps.map(toFirst)))));
    this.#areItems = areItems;
  }

  /** Some paths are in no record so far. */
  get isSearching(): boolean {
    return this.#sought.size > 0;
  }

  see({ inputPart }: BatchEntry): void {
    if (!inputPart || !('value' in inputPart)) return;
    const data = this.#areItems ? valueAt(inputPart.value, ['data']) : inputPart.value;
    if (typeof data !== 'object' || data === null) return;
    this.#isSeen = true;
    for (const [path, steps] of this.#sought)
      if (isPlain(valueAt(data, [path])) || isPlain(valueAt(data, steps))) this.#sought.delete(path);
    if (this.#sought.size > 0) this.#learn(data);
  }

  #learn(record: object): void {
    let looked = 0;
    const walk = (data: object, above: readonly PathStep[]): void => {
      for (const [name, value] of Object.entries(data)) {
        if (looked++ >= mostLearnt || this.#known.size >= mostLearnt) return;
        const steps = [...above, Array.isArray(data) ? Number(name) : name];
        if (isPlain(value)) this.#known.add(formatPath(steps));
        else walk(value as object, steps);
      }
    };
    walk(record, []);
  }

  /** Raises UsageError for a path that no record has. */
  check(nameOption: NameOption): void {
    const [path] = this.#sought.keys();
    if (path === undefined || !this.#isSeen) return;
    const known = [...this.#known];
    throw new UsageError(
      `${nameOption('keep')} ${path}: no record has a value there${suggest(path, known) || `; the records have ${listNames(known)}.`}`,
    );
  }
}

/** The schema describes all elements of an array as its first. */
const toFirst = (step: PathStep): PathStep => (typeof step === 'number' ? 0 : step);

/** A text, number, truth value or null: the record can keep it. */
const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || value === null);

type Members = Readonly<Record<string, unknown>>;

function valueAt(data: unknown, steps: readonly PathStep[]): unknown {
  let at = data;
  for (const step of steps) {
    const name = typeof at === 'object' && at !== null ? ownName(at as Members, String(step)) : undefined;
    if (name === undefined) return undefined;
    at = (at as Members)[name];
  }
  return at;
}
