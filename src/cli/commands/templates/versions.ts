// pdfgen templates versions
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { listAll } from '../../resources/list-all.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen templates versions invoice
  pdfgen templates versions invoice --save

Exit codes:
  0  done
  3  the template does not compile and is not recorded
  5  there is no such template`;

export const command: CliCommand = {
  description: 'Lists the recorded versions of a template, newest first. A version is recorded only when the content is new.',
  help,
  define: (command) => command.argument('[template]', 'slug, UUID or path').option('--save', 'record the template as it is now'),
  async run(context, [reference], options) {
    const named = await chooseTemplate(reference, context);
    const { engine, uuid, slug } = await context.openTemplate(named);
    if (options.save) {
      if (context.remote) throw new UsageError('Leave out --save: a server records every change by itself.');
      const local = await context.openLocalTemplate(named);
      const { version, created } = await local.engine.saveTemplateVersion(uuid);
      context.say(created ? `${slug}@${version} recorded` : `nothing new since ${slug}@${version}`);
    }
    const items = await listAll((query) => engine.listTemplateVersions({ params: { uuid }, query }));
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0)
      context.say(`No version of ${slug} is recorded yet. Record one with: pdfgen templates versions ${slug} --save`);
    else {
      const rows = items.map(({ version, createdAt, digest }) => [String(version), createdAt, digest.slice(0, 12)]);
      await printTable(context.io.stdout, context.style, { headings: ['version', 'recorded', 'digest'], rows });
    }
    return 0;
  },
};
