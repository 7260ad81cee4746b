// pdfgen templates create

import type { Engine, TemplateInput } from '../../../contract/engine.ts';
import { getTemplate } from '../../../contract/get-template.ts';
import { slug as slugSchema } from '../../../contract/templates.ts';
import { displayName, readRecord } from '../../../input/read-records.ts';
import { isObject } from '../../../json/is-object.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { type CommandContext, promptContext } from '../../context.ts';
import { tellWarnings } from '../../documents/read-data.ts';
import { refuseTable } from '../../files/refuse-table.ts';
import { blankTemplate } from '../../templates/blank-template.ts';

const help = `
Examples:
  pdfgen templates create receipt
  pdfgen templates create receipt --from invoice
  pdfgen templates create order --from-data order.json

Exit codes:
  0  done
  1  the name is taken
  2  wrong usage
  3  the data cannot be read as JSON or YAML
  5  there is no template to copy
  9  a file cannot be read`;

export const command: CliCommand = {
  description:
    'Makes a template: a blank one to build on, a copy of another template, or one made from data, with data schema, example data and a page that shows all values.',
  help,
  define: (command) =>
    command
      .argument('[slug]', 'name of the template: lower-case letters, digits, hyphens')
      .option('--from <template>', 'copy this template')
      .option('--from-data <file>', 'make data schema, example data and a page from JSON or YAML, or - for standard input')
      .option('--name <name>', 'name for people (default: made from the slug)'),
  async run(context, [given], { from, fromData, name }) {
    if (from !== undefined && fromData !== undefined) throw new UsageError('Use --from or --from-data, not both.');
    const engine = await context.openEngine();
    const slug = await chooseSlug(given, context);
    const title = typeof name === 'string' ? name : toTitle(slug);
    const body =
      fromData !== undefined
        ? await inferFrom(String(fromData), slug, title, context)
        : from !== undefined
          ? await copyOf(String(from), slug, title, engine, context)
          : blankTemplate(slug, title);
    const made = await engine.createTemplate({ body });
    if (context.options.json) {
      context.printJson(made);
      return 0;
    }
    const place = context.remote
      ? `on ${context.remote.url}`
      : `in ${await (await context.openLocalEngine()).templateFolder(made.uuid)}`;
    context.say(`${slug} created ${toLine(place)}`);
    if (fromData !== undefined && 'timezone' in body)
      context.say('Times print as the data have them: "timezone" in template.json moves them to another zone.');
    const lint = context.remote ? '' : `${context.toPaste(`templates lint ${slug}`)}\n`;
    context.say(`\nNext:\n${lint}${context.toPaste(`generate single ${slug} -o ${slug}.pdf`)}`);
    return 0;
  },
};

const slugPattern = new RegExp(slugSchema.pattern);

async function chooseSlug(given: unknown, context: CommandContext): Promise<string> {
  const rule = 'lower-case letters, digits, and single hyphens, dots or underscores between them';
  const isSlug = (text: string) => slugPattern.test(text) && text.length <= slugSchema.maxLength;
  if (typeof given === 'string') {
    if (!isSlug(given)) throw new UsageError(`"${given}" cannot be the name of a template: use ${rule}.`);
    return given;
  }
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('The name of the template is missing: pdfgen templates create NAME');
  const validate = (text: string) => isSlug(text) || `Use ${rule}.`;
  return prompts.input({ message: 'Name of the template', validate }, promptContext(context));
}

async function inferFrom(file: string, slug: string, name: string, context: CommandContext): Promise<TemplateInput> {
  const { io } = context;
  refuseTable(file);
  const record = await readRecord(file, { cwd: io.cwd, stdin: io.stdin });
  const { value } = record;
  tellWarnings(record, displayName(file), {}, context);
  if (!isObject(value)) throw new UsageError(`${displayName(file)} must hold one object: the data of one document.`);
  const { inferTemplate } = await import('../../../engine/templates/infer-template.ts');
  return inferTemplate(value, { slug, name });
}

async function copyOf(
  reference: string,
  slug: string,
  name: string,
  to: Engine,
  context: CommandContext,
): Promise<TemplateInput> {
  const from = await context.openTemplate(reference);
  const { uuid: _uuid, version: _version, createdAt: _created, updatedAt: _updated, ...content } = await getTemplate(from);
  // Copies the files of a template from elsewhere. In the same store they exist already, and putting them again changes nothing.
  for (const { sha256 } of Object.values(content.assets) as { readonly sha256: string }[]) {
    const { body } = await from.engine.getAsset({ params: { sha256 } });
    await to.putAsset({ params: { sha256 }, body });
  }
  return { ...content, slug, name };
}

function toTitle(slug: string): string {
  const words = slug.replaceAll(/[._-]+/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}
