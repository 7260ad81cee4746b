// Damages a PDF at random places, and says whether a message about it is for people.

const strange = ['9999999999', '-1', '0', '[', '<<', '>>', ']', '(', ')', '/Kids', '/Parent', '/Length', 'stream', '%', 'null'];

/** Whether the message goes on after the name of a file, and tells nothing of the program. */
export const isPlain = (message: string): boolean =>
  /^(?:is|has|holds|names|nests|packs|unpacks|lists|paints) /.test(message) && !/call stack|\[object|NaN|TypeError/.test(message);

/** Changes some places of a file: bytes, numbers, references, syntax. */
export function damage(file: Buffer, random: () => number): Uint8Array {
  let text = file.toString('latin1');
  const below = (most: number) => Math.floor(random() * most);
  for (let change = below(4); change >= 0; change--) {
    const at = below(text.length);
    const kind = below(5);
    if (kind === 0) text = text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
    // References and numbers to other ones of the same length, so that the table holds.
    if (kind === 1) text = replaceNear(text, at, /\d+(?= 0 R)/g, (id) => String(1 + below(35)).padStart(id.length, '0'));
    if (kind === 2) text = replaceNear(text, at, /\d+/g, (digits) => '9'.repeat(digits.length));
    if (kind === 3) {
      const one = strange[below(strange.length)]!;
      text = text.slice(0, at) + one + text.slice(at + one.length);
    }
    if (kind === 4) text = text.slice(0, at) + text.slice(below(text.length)).slice(0, 50) + text.slice(at + 50);
  }
  return Buffer.from(text, 'latin1');
}

function replaceNear(text: string, at: number, pattern: RegExp, change: (found: string) => string): string {
  const found = new RegExp(pattern.source, 'g');
  found.lastIndex = at;
  const match = found.exec(text);
  return match ? text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length) : text;
}
