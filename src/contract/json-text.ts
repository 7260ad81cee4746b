// JSON that is carried as text. Parsing costs memory and time, so it is left to the thread that needs the value.

/** A JSON value as its text. The text is known to be valid JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a value, which may be carried as text already. */
export function toJsonText(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/** The value, parsed if it is carried as text. */
export function fromJsonText(value: unknown): unknown {
  return value instanceof JsonText ? JSON.parse(value.text) : value;
}
