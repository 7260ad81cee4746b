// Shared by push and pull: chooses the templates, and reports the copies.
import type { Engine } from '../../contract/engine.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext } from '../context.ts';
import { listAll } from '../resources/list-all.ts';
import type { CopyOutcome } from './copy-template.ts';

/** The given names; with `all`, every template of the source. Raises UsageError for neither or both. */
export async function whichTemplates(
  given: readonly string[],
  all: boolean,
  openSource: () => Promise<Engine>,
): Promise<readonly string[]> {
  if (all === given.length > 0) throw new UsageError('Either name the templates, or add --all.');
  if (!all) return given;
  const engine = await openSource();
  const items = await listAll((query) => engine.listTemplates({ query }));
  return items.map((one) => one.slug).sort();
}

/** Reports the result of each copy. */
export function reportCopies(outcomes: readonly CopyOutcome[], context: CommandContext): void {
  if (context.options.json) {
    context.printJson(outcomes);
    return;
  }
  for (const { slug, version, outcome, assets } of outcomes) {
    const files = assets === 0 ? '' : `, ${assets} ${assets === 1 ? 'file' : 'files'} sent`;
    context.say(`${toLine(slug)}${version === null ? '' : `@${version}`}  ${outcome}${files}`);
  }
}
