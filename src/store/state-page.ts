// Pages of lists in the state store.

/** Position in a list that is sorted newest first by (createdMs, uuid). */
export interface StateKey {
  readonly createdMs: number;
  readonly uuid: string;
}

export interface StatePage<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}
