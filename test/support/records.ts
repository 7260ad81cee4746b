/** Records with these members: `records('name price', ['Tea', 3], ['Milk', 2])`. */
export const records = (names: string, ...rows: readonly (readonly unknown[])[]): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(names.split(' ').map((name, i) => [name, row[i]])));
