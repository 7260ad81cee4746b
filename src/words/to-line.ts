// Makes text from templates, data and servers safe to show in a terminal.

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const breaks = /[\t\n\u2028\u2029]/g;
const escapeCharacter = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes control characters except tabs and line feeds. Foreign text must not steer a terminal. */
export function escapeControls(text: string): string {
  return text.replace(controls, escapeCharacter);
}

/** A value as JSON that cannot steer a terminal: JSON.stringify leaves U+007F to U+009F as they are. */
export function toSafeJson(value: unknown, indent?: number): string {
  return escapeControls(String(JSON.stringify(value, null, indent)));
}

/** Escapes line ends too, so that a name cannot pass for another line of output. */
export function toLine(text: string): string {
  return escapeControls(text).replace(breaks, escapeCharacter);
}
