// The template that a command is about: named, or chosen at the terminal.
import { type CommandContext, promptContext } from '../context.ts';
import { UsageError } from '../usage-error.ts';

/** The reference that was given; without one a person at the terminal chooses. Raises UsageError in a pipe. */
export async function chooseTemplate(given: unknown, context: CommandContext): Promise<string> {
  if (typeof given === 'string') return given;
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('Which template? Name one: a slug, a UUID or a path. `pdfgen templates list` shows what there is.');
  const { items } = await (await context.openEngine()).listTemplates({ query: { limit: 200 } });
  if (items.length === 0) throw new UsageError('There are no templates yet. Make one with: pdfgen templates create NAME');
  return prompts.select({ message: 'Template', choices: items.map(({ slug, name }) => ({ value: slug, name: name === slug ? slug : `${slug}  ${name}` })) }, promptContext(context));
}
