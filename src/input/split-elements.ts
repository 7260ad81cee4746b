// Cuts the records of a JSON file out of its array while the file is read. The parser reads each element later.

export interface JsonElement {
  readonly text: string;
  /** Where the element begins, from 1; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

/** A fault between the elements. */
export interface ElementFault {
  readonly fault: string;
  readonly line: number;
  readonly column: number;
}

/** The text is empty. */
export interface BlankText {
  readonly isBlank: true;
  readonly line: number;
  readonly column: number;
}

type SplitState = 'start' | 'first' | 'next' | 'inside' | 'behind' | 'given-up';

/** After a fault, goes on as well as it can: a string ends with its line at the latest, since JSON has no line ends in strings. */
export class ElementSplitter {
  #state: SplitState = 'start';
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #line = 1;
  /** Characters of this line in earlier pieces. */
  #columnsBefore = 0;
  #element: { pieces: string[]; length: number; line: number; column: number } = { pieces: [], length: 0, line: 0, column: 0 };

  /** Length of the unfinished element. */
  get pendingLength(): number {
    return this.#element.length;
  }

  push(text: string): readonly (JsonElement | ElementFault)[] {
    const found: (JsonElement | ElementFault)[] = [];
    /** The start of the line within this piece: negative if the line began in an earlier piece. */
    let lineStart = -this.#columnsBefore;
    /** The start of the element within this piece. */
    let from = 0;
    const at = (i: number) => ({ line: this.#line, column: i - lineStart + 1 });
    const begin = (i: number) => {
      this.#state = 'inside';
      this.#element = { pieces: [], length: 0, ...at(i) };
      from = i;
    };
    const end = (i: number) => {
      const { pieces, line, column } = this.#element;
      found.push({ text: [...pieces, text.slice(from, i)].join('').trimEnd(), line, column });
      this.#element = { pieces: [], length: 0, line: 0, column: 0 };
    };
    for (let i = 0; i < text.length; i++) {
      const char = text[i]!;
      if (char === '\n') {
        this.#line++;
        lineStart = i + 1;
        this.#isString = false;
        this.#isEscaped = false;
      } else if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === '\\') this.#isEscaped = true;
        else if (char === '"') this.#isString = false;
      } else if (char === ' ' || char === '\t' || char === '\r') {
        // White space.
      } else if (this.#state === 'inside' && (this.#depth > 0 || (char !== ',' && char !== ']'))) this.#step(char);
      else if (this.#state === 'inside') {
        end(i);
        this.#state = char === ',' ? 'next' : 'behind';
      } else if (this.#state === 'start') {
        if (char === '[') this.#state = 'first';
        else found.push(this.#giveUp('expected "["', at(i)));
      } else if (this.#state === 'behind') found.push(this.#giveUp('there is text after the array', at(i)));
      else if (this.#state === 'given-up') return found;
      else if (char === ']') {
        if (this.#state === 'next') found.push({ fault: 'there must be no "," before "]"', ...at(i) });
        this.#state = 'behind';
      } else if (char === ',') {
        found.push({ fault: 'expected a value, not ","', ...at(i) });
        this.#state = 'next';
      } else {
        begin(i);
        this.#step(char);
      }
    }
    if (this.#state === 'inside') {
      this.#element.pieces.push(text.slice(from));
      this.#element.length += text.length - from;
    }
    this.#columnsBefore = text.length - lineStart;
    return found;
  }

  /** The faults at the end of the text. Of two faults, the second matters only if the first can be read. */
  end(): readonly (JsonElement | ElementFault | BlankText)[] {
    if (this.#state === 'behind' || this.#state === 'given-up') return [];
    const place = { line: this.#line, column: this.#columnsBefore + 1 };
    if (this.#state === 'start') return [{ isBlank: true, ...place }];
    const fault = { fault: 'the text ends inside the array', ...place };
    if (this.#state !== 'inside') return [fault];
    const { pieces, line, column } = this.#element;
    return [{ text: pieces.join('').trimEnd(), line, column }, fault];
  }

  #giveUp(fault: string, place: { readonly line: number; readonly column: number }): ElementFault {
    this.#state = 'given-up';
    return { fault, ...place };
  }

  #step(char: string): void {
    if (char === '"') this.#isString = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if ((char === '}' || char === ']') && this.#depth > 0) this.#depth--;
  }
}
