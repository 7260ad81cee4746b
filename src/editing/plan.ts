// Collects the operations of an edit step by step, and knows the page layouts after each.

import { refusals } from '../editor-words/index.ts';
import { followAll } from './follow.ts';
import type { Edit } from './history.ts';
import { applyOperation, getValue, type Operation, splitPointer } from './operations.ts';
import type { PartTree } from './part-tree.ts';

/** An edit that cannot be done. The message says why, to the person who edits. */
export class EditError extends Error {}

/** An edit of several operations, with what it did beside what was asked for. */
export interface ComposedEdit extends Edit {
  /** Sentences for the person: what else went or was changed. */
  readonly notes: readonly string[];
}

/** Collects operations. All pointers refer to the document after the operations so far. */
export class Plan {
  #root: unknown;
  readonly #operations: Operation[] = [];
  readonly #notes: string[] = [];

  constructor({ written }: Pick<PartTree, 'written'>) {
    this.#root = { pages: written.pages };
  }

  do(...operations: readonly Operation[]): void {
    for (const operation of operations) {
      this.#root = applyOperation(this.#root, operation).value;
      this.#operations.push(operation);
    }
  }

  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** The value at a pointer. Undefined: the pointer leads nowhere. */
  get(pointer: string): unknown {
    return getValue(this.#root, pointer);
  }

  /** Maps a pointer of the original document to the current one. Undefined: the place is gone. */
  tryFollow(pointer: string): string | undefined {
    return followAll(pointer, this.#operations);
  }

  /** As `tryFollow`. Raises EditError if the place is gone. */
  follow(pointer: string): string {
    const now = this.tryFollow(pointer);
    if (now === undefined) throw new EditError(refusals.inItself);
    return now;
  }

  /** Sets a member, or takes it out if the value is undefined. */
  put(pointer: string, value: unknown, index?: number): void {
    if (value !== undefined) this.do({ op: 'set', at: pointer, value, ...(index !== undefined && { index }) });
    else if (this.get(pointer) !== undefined) this.do({ op: 'unset', at: pointer });
  }

  /** Takes an element out of its list, or a member out of its object. */
  takeOut(pointer: string): void {
    const isElement = Array.isArray(this.get(splitPointer(pointer).parent));
    this.do({ op: isElement ? 'remove' : 'unset', at: pointer });
  }

  /** `selection`: the part that is selected afterwards. */
  edit(selection?: string | null): ComposedEdit {
    return { operations: this.#operations, notes: this.#notes, ...(selection !== undefined && { selection }) };
  }
}
