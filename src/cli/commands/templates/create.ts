// pdfgen templates create
import { Command } from 'commander';
import type { TemplateInput } from '../../../contract/engine.ts';
import type { CliCommand } from '../../command.ts';
import { type CommandContext, promptContext } from '../../context.ts';
import { readRecord } from '../../input/read-records.ts';
import { UsageError } from '../../usage-error.ts';

export const create: CliCommand = {
  create: () =>
    new Command('create')
      .description('Makes a template: a first page to build on, a copy of another template, or one made from data, with its schema, example and a page that shows it all.')
      .argument('[slug]', 'its name: small letters, digits, hyphens')
      .option('--from <template>', 'copy this template')
      .option('--from-data <file>', 'infer schema, example and a first page from a JSON or YAML file, or - for standard input')
      .option('--name <name>', 'its name for people')
      .addHelpText('after', '\nExamples:\n  pdfgen templates create receipt\n  pdfgen templates create receipt --from invoice\n  pdfgen templates create order --from-data order.json\n\nExit codes:\n  0  done\n  1  the name is taken\n  2  wrong usage\n  3  the data cannot be read as JSON or YAML\n  9  a file cannot be read'),
  async run(context, [given], options) {
    if (options.from !== undefined && options.fromData !== undefined) throw new UsageError('--from and --from-data exclude each other.');
    const engine = await context.openEngine();
    const slug = await askSlug(given, context);
    const name = typeof options.name === 'string' ? options.name : undefined;
    const body = options.fromData !== undefined ? await fromData(String(options.fromData), slug, name, context) : options.from !== undefined ? await copyOf(String(options.from), slug, name, context) : blank(slug, name);
    const made = await engine.createTemplate({ body });
    if (context.options.json) {
      context.printJson(made);
      return 0;
    }
    context.say(`${slug} created in ${await engine.templateFolder(made.uuid)}`);
    context.say(`Next:  pdfgen templates lint ${slug}\n       pdfgen generate single ${slug} -o ${slug}.pdf`);
    return 0;
  },
};

const slugPattern = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

async function askSlug(given: unknown, context: CommandContext): Promise<string> {
  const rule = 'small letters, digits, and single hyphens, dots or underscores between them';
  if (typeof given === 'string') {
    if (!slugPattern.test(given)) throw new UsageError(`"${given}" cannot be the name of a template: ${rule}.`);
    return given;
  }
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('What is the template called? pdfgen templates create NAME');
  return prompts.input({ message: 'Name of the template', validate: (text) => slugPattern.test(text) || `Use ${rule}.` }, promptContext(context));
}

async function fromData(file: string, slug: string, name: string | undefined, context: CommandContext): Promise<TemplateInput> {
  const { value } = await readRecord(file, { cwd: context.io.cwd, stdin: context.io.stdin });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} must hold one object: the data of one document.`);
  const { inferTemplate } = await import('../../../engine/infer-template.ts');
  return inferTemplate(value as Record<string, unknown>, { slug, name: name ?? titleOf(slug) });
}

async function copyOf(reference: string, slug: string, name: string | undefined, context: CommandContext): Promise<TemplateInput> {
  const { engine, uuid, version } = await context.openTemplate(reference);
  const template = version === undefined ? await engine.getTemplate({ params: { uuid } }) : await engine.getTemplateVersion({ params: { uuid, version } });
  const { uuid: _uuid, version: _version, createdAt: _created, updatedAt: _updated, ...content } = template;
  return { ...content, slug, name: name ?? titleOf(slug), ...(await shareAssets(template.assets, engine, context)) };
}

/** A copy in the same workspace names the same content; from elsewhere the files come along. */
async function shareAssets(assets: NonNullable<TemplateInput['assets']>, from: { getAsset: (input: { params: { sha256: string } }) => Promise<{ body: Uint8Array }> }, context: CommandContext): Promise<{ assets: NonNullable<TemplateInput['assets']> }> {
  const engine = await context.openEngine();
  for (const { sha256 } of Object.values(assets) as { sha256: string }[]) {
    const { body } = await from.getAsset({ params: { sha256 } });
    await engine.putAsset({ params: { sha256 }, body });
  }
  return { assets };
}

function blank(slug: string, name: string | undefined): TemplateInput {
  return {
    slug,
    name: name ?? titleOf(slug),
    document: { title: '{{ title }}' },
    styles: { base: { size: 10 }, h1: { size: 20, bold: true } },
    pages: [
      {
        size: 'A4',
        margin: 20,
        footer: [{ type: 'text', text: 'Page {{ page.number }} of {{ page.total }}', align: 'right', size: 8, color: '#777777' }],
        body: [
          { type: 'text', text: '{{ title }}', style: 'h1', role: 'heading1' },
          { type: 'text', text: '{{ text }}', margin: [4, 0, 0, 0] },
        ],
      },
    ],
    dataSchema: {
      type: 'object',
      required: ['title', 'text'],
      additionalProperties: false,
      properties: { title: { type: 'string' }, text: { type: 'string' } },
    },
    exampleData: { title: name ?? titleOf(slug), text: 'This text comes from the example data. Change template.json, schema.json and example.json beside it.' },
  } as TemplateInput;
}

function titleOf(slug: string): string {
  const words = slug.replaceAll(/[._-]+/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}
