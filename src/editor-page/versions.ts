// The other versions that a person looks at: what somebody else has made of the template meanwhile, and its earlier revisions.
import { computed, signal } from '@preact/signals';
import { listDifferences, takeChoice } from '../editing/compare.ts';
import type { Draft, Revision } from '../live-pages/embedded-source.ts';

/** Why there are two versions. `draft`: somebody else edits the template too. `saved`: somebody else has saved it. `reset`: it was reset. */
export type ConflictReason = 'draft' | 'saved' | 'reset';

/** Two versions, of which a person chooses. */
export interface Conflict {
  readonly reason: ConflictReason;
  readonly mine: unknown;
  /** Undefined: the draft is a text that cannot be read. */
  readonly theirs: unknown;
  /** The revision from which theirs was made. */
  readonly revision: number;
  /** The draft that the choice goes over. Undefined: there is none. */
  readonly draft: Draft | undefined;
}

/** An earlier revision, as it is looked at. */
export interface SeenRevision {
  readonly revision: number;
  readonly pages: readonly unknown[];
}

export class Versions {
  readonly conflict = signal<Conflict | undefined>(undefined);
  /** Indexes of the differences that are taken from the other version. */
  readonly taken = signal<ReadonlySet<number>>(new Set());
  readonly differences = computed(() => {
    const found = this.conflict.value;
    return found && found.theirs !== undefined ? listDifferences(found.mine, found.theirs) : [];
  });
  /** What the choice makes of both. */
  readonly chosen = computed(() => {
    const found = this.conflict.value;
    if (!found || found.theirs === undefined) return found?.mine;
    return takeChoice(found.mine, found.theirs, (index) => this.taken.value.has(index));
  });
  /** The revisions that can be seen. Undefined: nobody has asked for them. */
  readonly list = signal<readonly Revision[] | undefined>(undefined);
  readonly seen = signal<SeenRevision | undefined>(undefined);

  /** What the pages show instead of the edited ones. Undefined: they show these. */
  readonly shown = computed(() => (this.conflict.value ? this.chosen.value : this.seen.value?.pages));

  meet(conflict: Conflict): void {
    this.taken.value = new Set();
    this.conflict.value = conflict;
  }

  take(index: number, isTheirs: boolean): void {
    const next = new Set(this.taken.value);
    if (isTheirs) next.add(index);
    else next.delete(index);
    this.taken.value = next;
  }
}
