/** Codes separated by white space, as a set. */
export const codeList = (codes: string): ReadonlySet<string> => new Set(codes.trim().split(/\s+/));
