// The other versions that a person looks at: what somebody else has made of the template meanwhile, and its earlier revisions.
import { computed, signal } from '@preact/signals';
import { listDifferences, takeChoice } from '../editing/compare.ts';
import type { Draft, Revision } from '../live-pages/embedded-source.ts';

/** Why there are two versions. `draft`: somebody else edits the template too. `saved`: somebody else has saved it. `reset`: it was reset. */
export type ConflictReason = 'draft' | 'saved' | 'reset';

/** One of two versions. */
export interface Side {
  /** The page layouts as JSON, which may be broken. */
  readonly text: string;
  /** The page layouts. Undefined: the text cannot be read. */
  readonly pages: unknown;
}

export const sideOfPages = (pages: unknown): Side => ({ text: JSON.stringify(pages), pages });

/** Two versions to choose from. */
export interface Conflict {
  readonly reason: ConflictReason;
  readonly mine: Side;
  readonly theirs: Side;
  /** The revision from which theirs was made. */
  readonly revision: number;
  /** The draft that the choice replaces. Undefined: the server has no draft. */
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
    const both = readable(this.conflict.value);
    return both ? listDifferences(both.mine, both.theirs) : [];
  });
  /** The page layouts that the choice makes of both. Undefined: one of them cannot be read. */
  readonly chosen = computed(() => {
    const both = readable(this.conflict.value);
    return both && takeChoice(both.mine, both.theirs, (index) => this.taken.value.has(index));
  });
  /** The revisions that can be seen. Undefined: nobody has asked for them. */
  readonly list = signal<readonly Revision[] | undefined>(undefined);
  readonly seen = signal<SeenRevision | undefined>(undefined);

  /** The page layouts that are shown instead of the edited ones. Undefined: the edited ones are shown. */
  readonly shown = computed(() => {
    const { conflict, chosen, seen } = this;
    if (!conflict.value) return seen.value?.pages;
    return chosen.value ?? conflict.value.mine.pages ?? conflict.value.theirs.pages;
  });

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

/** The page layouts of both versions. Undefined: one of them cannot be read. */
function readable(conflict: Conflict | undefined): Readonly<Record<'mine' | 'theirs', unknown>> | undefined {
  if (conflict?.mine.pages === undefined || conflict.theirs.pages === undefined) return undefined;
  return { mine: conflict.mine.pages, theirs: conflict.theirs.pages };
}
