/** A place inside a word where a line may break. */
export interface InnerBreak {
  /** Index into the text of the word. */
  readonly at: number;
  /** Shows a hyphen when the line breaks here. */
  readonly hyphen: boolean;
}
