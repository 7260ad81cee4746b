// pdfgen templates versions
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { chooseTemplate } from '../choose-template.ts';

export const versions: CliCommand = {
  create: () =>
    new Command('versions')
      .description('Lists the recorded versions of a template, newest first. A version is recorded only when the content is new.')
      .argument('[template]', 'slug, UUID or path')
      .option('--save', 'record the template as it stands')
      .addHelpText('after', '\nExamples:\n  pdfgen templates versions invoice\n  pdfgen templates versions invoice --save\n\nExit codes:\n  0  done\n  3  the template does not compile and is not recorded\n  5  there is no such template'),
  async run(context, [reference], options) {
    const { local, uuid, slug } = await context.openTemplate(await chooseTemplate(reference, context));
    if (options.save) {
      const { version, created } = await local.saveTemplateVersion(uuid);
      context.say(created ? `${slug}@${version} recorded` : `nothing new since ${slug}@${version}`);
    }
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await local.listTemplateVersions({ params: { uuid }, query: { limit: 200, ...(cursor !== undefined && { cursor }) } });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0) context.say(`No version of ${slug} is recorded yet. Record one with: pdfgen templates versions ${slug} --save`);
    else await printTable(context.io.stdout, context.style, ['version', 'recorded', 'digest'], items.map((one) => [String(one.version), one.createdAt, one.digest.slice(0, 12)]));
    return 0;
  },
};
