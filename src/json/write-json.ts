// Writes JSON text for people: what fits stands on one line, and the long last part of an object begins on the line of its short ones.

/** Most columns of a line. */
const width = 120;
const step = 2;

/**
 * The text of a plain value, with a line feed at its end. The outermost object or list has a line for each member, and so has an object in
 * the outermost object that does not fit on one line. Undefined members are left out, as by JSON.stringify.
 */
export function writeJson(value: unknown): string {
  if (!isContainer(value)) return `${scalar(value)}\n`;
  return `${new Writer(value).text}\n`;
}

/** A member of an object, or an element of a list, whose name is empty. */
interface Member {
  /** With its colon. */
  readonly name: string;
  readonly value: unknown;
  /** On one line. Undefined: it is longer than any line. */
  readonly line: string | undefined;
}

class Writer {
  #text = '';
  #column = 0;
  #lines = 1;

  constructor(value: object) {
    this.#writeRows(value, 0, 1);
  }

  get text(): string {
    return this.#text;
  }

  #add(text: string): void {
    this.#text += text;
    this.#column += text.length;
  }

  #newLine(indent: number): void {
    this.#text += `\n${' '.repeat(indent)}`;
    this.#column = indent;
    this.#lines++;
  }

  /** Writes a value from here on. `after`: how many columns of its last line are taken by what follows. */
  #write({ name, value, line }: Member, indent: number, after: number, depth: number): void {
    this.#add(name);
    if (line !== undefined && this.#column + line.length + after <= width) this.#add(line);
    else if (!isContainer(value)) this.#add(scalar(value));
    else if (Array.isArray(value)) this.#writeList(value, indent, depth);
    else if (depth < 2) this.#writeRows(value, indent, depth + 1);
    else this.#writeObject(value, indent, depth);
  }

  /** A line for each member. */
  #writeRows(value: object, indent: number, depth: number): void {
    const members = membersOf(value, width);
    const [open, close] = bracketsOf(value);
    this.#add(open);
    for (const [i, member] of members.entries()) {
      this.#newLine(indent + step);
      const isLast = i === members.length - 1;
      this.#write(member, indent + step, isLast ? 0 : 1, depth);
      if (!isLast) this.#add(',');
    }
    if (members.length > 0) this.#newLine(indent);
    this.#add(close);
  }

  /** Plain elements fill the lines; others have a line each. */
  #writeList(value: readonly unknown[], indent: number, depth: number): void {
    if (value.some(isContainer)) {
      this.#writeRows(value, indent, Math.max(depth, 2));
      return;
    }
    this.#add('[');
    this.#newLine(indent + step);
    this.#fill(membersOf(value, width), indent + step, depth, 0);
    this.#newLine(indent);
    this.#add(']');
  }

  /** Short members fill the lines. If only the last one is long, it begins on their line and ends with the object. */
  #writeObject(value: object, indent: number, depth: number): void {
    const members = membersOf(value, width);
    const room = width - indent - step;
    const isLong = ({ name, line }: Member) => line === undefined || name.length + line.length + 2 > room;
    const long = members.filter((member) => isContainer(member.value) && isLong(member));
    const last = members.at(-1);
    if (last && long.length <= 1 && (long.length === 0 || long[0] === last)) {
      const first = this.#lines;
      this.#add('{ ');
      this.#fill(long.length === 0 ? members : members.slice(0, -1), indent + step, depth, 2);
      if (long.length === 1) {
        if (members.length > 1) this.#separate(last, indent + step);
        // Below a second line of short members, the parts of the last member stand further in.
        this.#write(last, this.#lines > first ? indent + step : indent, 2, depth);
      }
      this.#add(' }');
      return;
    }
    this.#add('{');
    this.#newLine(indent + step);
    this.#fill(members, indent + step, depth, 0);
    this.#newLine(indent);
    this.#add('}');
  }

  /** A comma, and a new line if the opening of the next member does not fit on this one. */
  #separate({ name, value }: Member, indent: number): void {
    this.#add(',');
    if (this.#column + 1 + name.length + openingOf(value) > width) this.#newLine(indent);
    else this.#add(' ');
  }

  /** Members side by side as long as they fit. A longer member has lines of its own. `after`: columns that follow the last one. */
  #fill(members: readonly Member[], indent: number, depth: number, after: number): void {
    let wasLong = false;
    for (const [i, member] of members.entries()) {
      const behind = i === members.length - 1 ? after : 1;
      const size = member.line === undefined ? Number.POSITIVE_INFINITY : member.name.length + member.line.length + behind;
      const isLong = indent + size > width;
      if (i > 0) {
        this.#add(',');
        if (isLong || wasLong || this.#column + 1 + size > width) this.#newLine(indent);
        else this.#add(' ');
      }
      this.#write(member, indent, behind, depth);
      wasLong = isLong;
    }
  }
}

/** Columns that the opening of a value needs: of an object, its first member stands beside the bracket. */
function openingOf(value: unknown): number {
  if (!isContainer(value)) return width;
  const [first] = Array.isArray(value) ? [] : membersOf(value, width);
  return first === undefined ? 1 : 2 + first.name.length + (first.line?.length ?? 1) + 1;
}

/** `most`: a line that is longer is not needed. */
function membersOf(value: object, most: number): readonly Member[] {
  const entries = Array.isArray(value)
    ? value.map((element: unknown) => ['', element] as const)
    : Object.entries(value).flatMap(([name, member]) =>
        member === undefined ? [] : [[`${JSON.stringify(name)}: `, member as unknown] as const],
      );
  return entries.map(([name, member]) => ({ name, value: member, line: writeLine(member, most) }));
}

/** The value on one line. Undefined: it is longer than `room`. Stops as soon as the line is too long. */
function writeLine(value: unknown, room: number): string | undefined {
  if (!isContainer(value)) {
    const text = scalar(value);
    return text.length <= room ? text : undefined;
  }
  const [open, close] = bracketsOf(value);
  const gap = Array.isArray(value) ? '' : ' ';
  let text = '';
  for (const [name, member] of Array.isArray(value) ? value.map((one: unknown) => ['', one] as const) : Object.entries(value)) {
    if (member === undefined && !Array.isArray(value)) continue;
    text += `${text === '' ? gap : ', '}${name === '' && Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}`;
    const written = writeLine(member, room - text.length - 2);
    if (written === undefined) return undefined;
    text += written;
  }
  const whole = text === '' ? open + close : open + text + gap + close;
  return whole.length <= room ? whole : undefined;
}

const bracketsOf = (value: object): readonly [open: string, close: string] => (Array.isArray(value) ? ['[', ']'] : ['{', '}']);

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalar = (value: unknown): string => JSON.stringify(value) ?? 'null';
