// Numbers that cannot be held as they were written.

/** A number that lost digits when it was read. */
export interface LostDigits {
  /** JSON Pointer into the body of the call or answer. */
  readonly pointer: string;
  readonly message: string;
}
