// The ends and corners of lines, in the order of ISO 32000-2, tables 53 and 54.

export const caps = ['butt', 'round', 'square'] as const;
export const joins = ['miter', 'round', 'bevel'] as const;

export type Cap = (typeof caps)[number];
export type Join = (typeof joins)[number];
