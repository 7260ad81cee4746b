// Parses paths into data as people write them: `customer.name`, `lines[0].price`, `a["b.c"]`.
import { pointerStep } from '../json/json-pointer.ts';
import { InputError } from './input-error.ts';

/** The name of a member, or the index of an element. */
export type PathStep = string | number;

/**
 * The steps of a path. Raises InputError of kind `usage`; `writtenAs`: the option or the column that
 * holds the path, which begins the message.
 */
export function parsePath(path: string, writtenAs: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  const part = /(?:^|\.)([^.[\]"=\s]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/y;
  while (part.lastIndex < path.length) {
    const at = part.lastIndex;
    const match = part.exec(path);
    if (!match)
      throw new InputError(
        'usage',
        `${writtenAs}: cannot be read as a path from ${JSON.stringify(path.slice(at))}; paths look like lines[0].price`,
      );
    const step = match[1] ?? (match[2] === undefined ? readQuotedMember(match[3]!, writtenAs) : Number(match[2]));
    if (step === '__proto__') throw new InputError('usage', `${writtenAs}: "__proto__" cannot be the name of a member`);
    steps.push(step);
  }
  if (steps.length === 0) throw new InputError('usage', `${writtenAs}: the path is empty`);
  return steps;
}

/** The name of a member in brackets, as in `a["b.c"]`. */
function readQuotedMember(quoted: string, writtenAs: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch (cause) {
    throw new InputError('usage', `${writtenAs}: ${quoted} is not a name in double quotes`, { cause });
  }
}

/** The steps written as a path, for `parsePath` to read. */
export function formatPath(steps: readonly PathStep[]): string {
  return steps
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[^.[\]"=\s]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');
}

/** The JSON Pointer of these steps. */
export const toPointer = (steps: readonly PathStep[]): string => steps.map(pointerStep).join('');
