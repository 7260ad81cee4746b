/** A place inside a word where a line may break. */
export interface InnerBreak {
  /** Index into the text of the word. */
  readonly at: number;
  /** Shows a hyphen when the line breaks here. */
  readonly hyphen: boolean;
}

/** The breaks of the part of a word that begins at an index of its text. */
export function breaksAfter(breaks: readonly InnerBreak[] | undefined, from: number): readonly InnerBreak[] | undefined {
  const rest = breaks?.filter(({ at }) => at > from).map(({ at, hyphen }) => ({ at: at - from, hyphen }));
  return rest && rest.length > 0 ? rest : undefined;
}
