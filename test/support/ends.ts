import { expect } from 'vitest';

interface Ended {
  readonly stderr: string;
  /** Of a process or the built program. */
  readonly code?: number | string | null | undefined;
  /** Of a run in the process of the test. */
  readonly exitCode?: number;
}

/** Waits for a command. Expects its exit code, and each of these words on its standard error. Gives what it has printed. */
export async function ends<Result extends Ended>(
  running: Promise<Result>,
  code: number,
  ...words: readonly (string | RegExp)[]
): Promise<Result> {
  const result = await running;
  const { stderr } = result;
  const missing = words.filter((word) => (typeof word === 'string' ? !stderr.includes(word) : !word.test(stderr)));
  expect([result.code ?? result.exitCode, missing], stderr).toEqual([code, []]);
  return result;
}

/** Expects that a call is refused with this code, by name or by exit, and with each of these words. */
export async function raises(
  calling: Promise<unknown>,
  code: number | string,
  ...words: readonly (string | RegExp)[]
): Promise<void> {
  const error = await calling.then(
    () => expect.fail('The call was not refused.'),
    (one: Error & { readonly code?: string; readonly exitCode?: number }) => one,
  );
  const missing = words.filter((word) => (typeof word === 'string' ? !error.message.includes(word) : !word.test(error.message)));
  expect([typeof code === 'number' ? error.exitCode : error.code, missing], error.message).toEqual([code, []]);
}

/** The code with which a call is refused; "done" if it is not. */
export const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'done',
    (error: Error & { readonly code?: unknown }) => (typeof error.code === 'string' ? error.code : error.name),
  );
