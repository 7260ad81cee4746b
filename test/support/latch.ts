export interface Latch<Value = void> {
  readonly opened: Promise<Value>;
  open(value: Value): void;
}

/** What others wait for, until a test opens it. */
export function createLatch<Value = void>(): Latch<Value> {
  let open!: (value: Value) => void;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
