// Schemas of data for tests.
export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const date = { type: 'string', format: 'date' } as const;

/** A list of such elements. */
export const listOf = <Items>(items: Items) => ({ type: 'array', items }) as const;

/** An object with these members. `required`: the names of those that must be there, by default all. */
export const objectOf = <Members extends Readonly<Record<string, unknown>>>(
  properties: Members,
  required: string | readonly string[] = Object.keys(properties),
) =>
  ({
    type: 'object',
    required: [required]
      .flat()
      .flatMap((names) => names.split(' '))
      .filter(Boolean),
    properties,
  }) as const;
