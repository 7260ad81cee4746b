// What compiling a template finds, each with its place.

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A stable word for the kind of fault, kebab-case: `unknown-path`, `unknown-property`, `missing-asset` … */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the template document: `/pages/0/body/2/text`. */
  readonly pointer: string;
  /** What is wrong and what to do, one sentence or two. */
  readonly message: string;
  /** Position inside the string at `pointer`, in UTF-16 code units, where the fault is in an expression. */
  readonly offset?: number;
}
