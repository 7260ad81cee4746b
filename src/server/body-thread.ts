// A thread that parses bodies and parts of them: one after the other.
import { PdfgenError } from '../contract/errors.ts';
import type { BodyOutcome, BodyTask } from './body-threads.ts';
import { parseBody } from './parse-body.ts';
import { parseLines } from './parse-lines.ts';

export default function run(task: BodyTask): BodyOutcome {
  try {
    return 'lines' in task ? { parts: parseLines(task) } : { parts: parseBody(task.bytes, task.plan) };
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    // Sent apart, because an Error loses these members when it is cloned.
    const { code, message, errors } = error;
    return { error: { code, message, errors } };
  }
}
