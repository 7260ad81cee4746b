// Limits of nesting in templates.
/** Greatest nesting of the parts of a template, in levels of JSON. A schema needs two levels for one level of data. */
export const maxDepths = { document: 64, schema: 200, example: 64 } as const;
