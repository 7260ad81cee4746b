// The template of a command on fonts: named by -t, else none.
import type { CommandContext, OpenedLocalTemplate } from '../context.ts';

export const templateOption = ['-t, --template <template>', 'slug, UUID or path of a template'] as const;

export const openTemplateOf = async (
  context: CommandContext,
  { template }: Readonly<Record<string, unknown>>,
): Promise<OpenedLocalTemplate | undefined> => (template === undefined ? undefined : context.openLocalTemplate(String(template)));
