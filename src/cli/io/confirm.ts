// Asks before something is lost.
import { UsageError } from '../../words/usage-error.ts';
import { type CommandContext, promptContext } from '../context.ts';
import type { Failure } from '../outcome.ts';

/** Undefined: the person agrees, or --yes does. Raises UsageError with `unasked` if nobody can be asked. */
export async function confirm(
  context: CommandContext,
  message: string,
  { unasked, refused }: { readonly unasked: string; readonly refused: string },
): Promise<Failure | undefined> {
  if (context.options.yes) return undefined;
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError(unasked);
  if (await prompts.confirm({ message, default: false }, promptContext(context))) return undefined;
  context.say(refused);
  return { exitCode: 1, reason: refused };
}
