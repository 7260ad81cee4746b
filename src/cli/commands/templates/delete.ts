// pdfgen templates delete
import { dirname } from 'node:path';
import { PdfgenError } from '../../../contract/errors.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { confirm } from '../../io/confirm.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen templates delete invoice
  pdfgen templates delete invoice --yes

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing
  5  there is no such template`;

export const command: CliCommand = {
  description: 'Deletes a template and its folder. Its recorded versions are kept.',
  help,
  define: (command) => command.argument('[template]', 'slug or UUID'),
  async run(context, [reference]) {
    const target = await findTarget(await chooseTemplate(reference, context), context);
    const { slug, place } = target;
    const refused = await confirm(context, `Delete ${slug} ${place}?`, {
      unasked: `pdfgen cannot ask here. Add --yes to delete ${slug} ${place}`,
      refused: 'Nothing was deleted.',
    });
    if (refused) return refused;
    await target.remove();
    context.say(`${slug} deleted`);
    return 0;
  },
};

interface DeleteTarget {
  readonly slug: string;
  /** The folder that is deleted as well. */
  readonly place: string;
  remove(): Promise<unknown>;
}

/** The template to delete. A template of the workspace with unreadable files is found by its slug. */
async function findTarget(reference: string, context: CommandContext): Promise<DeleteTarget> {
  try {
    const { engine, uuid, slug, version } = await context.openTemplate(reference);
    if (version !== undefined) throw new UsageError(`Name the template without @${version}: recorded versions are kept.`);
    const place = context.remote
      ? `on ${context.remote.url}`
      : `and its folder ${toLine(await (await context.openLocalEngine()).templateFolder(uuid))}`;
    return { slug, place, remove: () => engine.deleteTemplate({ params: { uuid } }) };
  } catch (error) {
    if (context.remote || !(error instanceof PdfgenError) || error.code !== 'TEMPLATE_INVALID') throw error;
    const local = await context.openLocalEngine();
    const fault = (await local.listTemplateFaults()).find((one) => one.slug === reference);
    if (!fault) throw error;
    const place = `and its folder ${toLine(dirname(fault.file))}`;
    return { slug: fault.slug, place, remove: () => local.deleteTemplateFault(fault.slug) };
  }
}
