// Chooses the template of a command: by its argument, or at the terminal.

import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import { type CommandContext, promptContext } from '../context.ts';
import { listAll } from '../resources/list-all.ts';

/** The given reference; without one, asks at the terminal. Raises UsageError in a pipe. */
export async function chooseTemplate(given: unknown, context: CommandContext): Promise<string> {
  if (typeof given === 'string') return given;
  const prompts = await context.openPrompts();
  if (!prompts)
    throw new UsageError('The template is missing. Name it by slug, UUID or path. List all with: pdfgen templates list');
  const engine = await context.openEngine();
  const items = await listAll((query) => engine.listTemplates({ query }));
  if (items.length === 0) throw new UsageError('There are no templates yet. Make one with: pdfgen templates create NAME');
  const choices = items.map(({ slug, name, description }) => ({
    value: slug,
    name: slug,
    description: toLine([name, description].filter((part) => part !== '' && part !== slug).join(': ')),
  }));
  return prompts.select({ message: 'Template', choices, pageSize: 12 }, promptContext(context));
}
