// Writes JSON text for people: a value that fits on a line stands on one line.

/** Columns of a line. */
const width = 100;

/**
 * The text of a plain value, with a line feed at its end. The outermost object or list has a line for each member. So has an inner one, unless
 * it fits on a line. Members that are undefined are left out, as by JSON.stringify.
 */
export function writeJson(value: unknown): string {
  return `${isContainer(value) ? writeLines(value, 0) : scalar(value)}\n`;
}

function writeLines(value: object, indent: number): string {
  const [open = '', close = ''] = Array.isArray(value) ? '[]' : '{}';
  const members = membersOf(value);
  if (members.length === 0) return open + close;
  const pad = ' '.repeat(indent + 2);
  const lines = members.map(([name, member]) => {
    // One column is kept for a comma, even after the last member: its form stays the same when another member is added.
    const room = width - pad.length - name.length - 1;
    return pad + name + (isContainer(member) ? (writeLine(member, room) ?? writeLines(member, indent + 2)) : scalar(member));
  });
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

/** The value on one line. Undefined: it does not fit. The writing stops as soon as the line is too long. */
function writeLine(value: unknown, room: number): string | undefined {
  if (!isContainer(value)) {
    const text = scalar(value);
    return text.length <= room ? text : undefined;
  }
  const isList = Array.isArray(value);
  const members = membersOf(value);
  if (members.length === 0) return isList ? '[]' : '{}';
  let text = isList ? '[' : '{ ';
  for (const [index, [name, member]] of members.entries()) {
    text += (index > 0 ? ', ' : '') + name;
    const written = writeLine(member, room - text.length);
    if (written === undefined) return undefined;
    text += written;
  }
  text += isList ? ']' : ' }';
  return text.length <= room ? text : undefined;
}

/** Names as they are written, with their colon; elements have none. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((element: unknown) => ['', element]);
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[`${JSON.stringify(name)}: `, member as unknown] as const],
  );
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalar = (value: unknown): string => JSON.stringify(value) ?? 'null';
