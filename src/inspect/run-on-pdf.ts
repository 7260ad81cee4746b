// Work on a PDF of somebody else in a thread. What is wrong with the file crosses the border of the thread as text.

import { UnreadablePdf } from '../pdf-file/objects.ts';
import { OutOfBounds, runInThread, type ThreadWork } from '../threads/run-in-thread.ts';

/** What a thread answers for a file that cannot be read. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Gives the answer of the thread. Raises UnreadablePdf, also for a file that asks for too much. */
export async function runOnPdf<Answer extends object>(work: ThreadWork): Promise<Answer> {
  const answer = await runInThread<Answer | Unreadable>(work).catch((error: unknown) => {
    throw error instanceof OutOfBounds ? new UnreadablePdf(error.message, { cause: error }) : error;
  });
  if ('unreadable' in answer) throw new UnreadablePdf(answer.unreadable);
  return answer;
}

/** The answer of a thread to an error of the file. Undefined: the error is not the file's. */
export function toUnreadable(error: unknown): Unreadable | undefined {
  if (error instanceof UnreadablePdf) return { unreadable: error.message };
  // A tree of objects that is nested too deeply ends the stack.
  return error instanceof RangeError ? { unreadable: 'is nested too deeply, or damaged' } : undefined;
}
