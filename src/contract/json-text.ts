// Carries JSON as text. Parsing costs memory and time, so only the thread that needs the value parses it.

/** The text of a JSON value. The text must be valid JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a value. The value may be a JsonText already. */
export function toJsonText(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/** The value. A JsonText is parsed. */
export function fromJsonText(value: unknown): unknown {
  return value instanceof JsonText ? JSON.parse(value.text) : value;
}
