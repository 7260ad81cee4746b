// Classifies simple text, which is most of a document: words in Latin letters, with plain punctuation. Here two neighbouring characters decide about
// a break of UAX #14, so breaks are found while the words are cut, without the state machine.

/** Classes of characters, named after the classes of UAX #14 with the same rules. */
export const other = 0;
/** AL: letters and signs that go with them. */
export const letter = 1;
export const digit = 2;
export const space = 3;
export const newline = 4;
/** IS, CP: no break before it, not even after spaces; none between it and letters or digits. */
const infix = 5;
const closing = 6;
/** QU. */
const quote = 7;
/** OP. */
const opening = 8;
/** HY. */
export const hyphen = 9;
/** SY. */
const solidus = 10;
/** EX. */
const exclamation = 11;
/** PR, PO: currency signs, per cent. */
const affix = 12;
/** U+00A0. */
export const noBreakSpace = 13;

const simpleLimit = 0x250;
const classes = makeClasses();

function makeClasses(): Uint8Array {
  const table = new Uint8Array(simpleLimit);
  const put = (characters: string, value: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = value;
  };
  table.fill(letter, 0x41, 0x5b).fill(letter, 0x61, 0x7b).fill(letter, 0xc0, simpleLimit);
  put('\u00d7\u00f7', other);
  table.fill(digit, 0x30, 0x3a);
  put('&@#*=_<>^`~', letter);
  put(' ', space);
  put('\n', newline);
  put('.,:;', infix);
  put(')]', closing);
  put(`'"`, quote);
  put('([', opening);
  put('-', hyphen);
  put('/', solidus);
  put('!?', exclamation);
  put('$%+£', affix);
  put('\u00a0', noBreakSpace);
  return table;
}

/** The class of a UTF-16 code unit. */
export function classOf(code: number): number {
  return code < simpleLimit ? classes[code]! : other;
}

export const joined = 0;
export const breakable = 1;
/** The rules for these characters need more than two characters. */
export const undecided = 2;

/** Whether a number continues after this class: LB25 keeps a number together with its points and solidi. */
export function goesOn(isFigure: boolean, kind: number): boolean {
  return kind === digit || (isFigure && (kind === infix || kind === solidus));
}

/** Whether a line may break between two characters of a word, neither of them a space. `isFigure`: a figure continues to `before`. */
export function decideInside(before: number, after: number, isFigure: boolean): number {
  switch (after) {
    case letter:
    case digit:
      if (before === hyphen) return after === digit ? joined : breakable;
      if (before === solidus) return after === digit && isFigure ? joined : breakable;
      return before === exclamation ? breakable : joined;
    case infix:
    case closing:
    case exclamation:
    case solidus:
    case quote:
      return joined;
    case hyphen:
      return before === exclamation || before === opening ? undecided : joined;
    case opening:
      return before === letter || before === digit ? joined : undecided;
    case affix:
      return before === letter || before === digit ? joined : undecided;
    default:
      return undecided;
  }
}

/** Whether a line may begin with `first` after spaces with `last` before them (`space`: nothing before them). */
export function decideAfterSpace(last: number, first: number): number {
  if (last === opening || first === infix || first === closing || first === exclamation || first === solidus) return undecided;
  if (first === opening && (last === quote || last === closing)) return undecided;
  return breakable;
}

/** Whether a no-break space beside this class needs no further rule. */
export function isPlainNeighbour(kind: number): boolean {
  return kind === letter || kind === digit || kind === affix;
}
