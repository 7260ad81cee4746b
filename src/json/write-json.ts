// Writes JSON text for people. A value that fits on one line gets one line.

/** Most columns of a line. */
const width = 100;

/**
 * The text of a plain value, with a line feed at its end. The outermost object or list has a line for each member. An inner object or list
 * has one too, unless it fits on one line. Undefined members are left out, as by JSON.stringify.
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
    // One column is kept for a comma, even after the last member. So a line keeps its form when another member is added.
    const room = width - pad.length - name.length - 1;
    return pad + name + (isContainer(member) ? (writeLine(member, room) ?? writeLines(member, indent + 2)) : scalar(member));
  });
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

/** The value on one line. Undefined: it does not fit. Stops as soon as the line is too long. */
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

/** Members with their names as written, colon included. Elements have an empty name. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((element: unknown) => ['', element]);
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[`${JSON.stringify(name)}: `, member as unknown] as const],
  );
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalar = (value: unknown): string => JSON.stringify(value) ?? 'null';
