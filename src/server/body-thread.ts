// A thread that parses bodies: one after the other.
import { PdfgenError } from '../contract/errors.ts';
import type { BodyOutcome, BodyTask } from './body-threads.ts';
import { parseBody } from './parse-body.ts';

export default function run({ bytes, plan }: BodyTask): BodyOutcome {
  try {
    return { parts: parseBody(bytes, plan) };
  } catch (error) {
    if (!(error instanceof PdfgenError)) throw error;
    // Sent apart, because an Error loses these members when it is cloned.
    const { code, message, errors } = error;
    return { error: { code, message, errors } };
  }
}
