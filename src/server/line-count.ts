// Counts the lines of a body while it arrives.

/** Counts lines that are not empty. The parts of the body may end anywhere. */
export class LineCount {
  #ended = 0;
  /** Whether the line that has not ended yet has text. */
  #hasText = false;

  /** Lines with text so far, with the line that has not ended yet. */
  get lines(): number {
    return this.#ended + (this.#hasText ? 1 : 0);
  }

  add(part: Uint8Array): void {
    for (let at = 0; at < part.length; ) {
      const feed = part.indexOf(lineFeed, at);
      const end = feed === -1 ? part.length : feed;
      this.#hasText ||= hasText(part, at, end);
      if (feed === -1) return;
      if (this.#hasText) this.#ended += 1;
      this.#hasText = false;
      at = feed + 1;
    }
  }
}

const lineFeed = 0x0a;

/** Blank, tab, carriage return, and the bytes of the mark at the beginning of a text. */
const blanks: readonly number[] = [0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf];

/** Looks at the first byte only, if a line has no blanks before its text. */
function hasText(part: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!blanks.includes(part[at]!)) return true;
  return false;
}
