// pdfgen templates diff
import type { Template } from '../../../contract/engine.ts';
import { getTemplate } from '../../../contract/get-template.ts';
import { escapeControls } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext, OpenedTemplate } from '../../context.ts';
import { findRemoteTemplate } from '../../templates/find-remote-template.ts';

const help = `
Examples:
  pdfgen templates diff invoice --remote staging     the workspace against the server
  pdfgen templates diff invoice@1 invoice            two versions
  pdfgen templates diff staging:invoice production:invoice

Exit codes:
  0   they are the same
  5   one of them does not exist
  10  they differ`;

export const command: CliCommand = {
  description:
    'Shows the differences between two templates: one here and one on a server, two versions, or one on each of two servers.',
  help,
  define: (command) =>
    command
      .argument('<template>', 'slug, UUID, path, slug@VERSION or PROFILE:slug')
      .argument('[other]', 'second template (default: the same name on the server of --remote)'),
  async run(context, [first, second]) {
    const [left, right] = await openSides(String(first), second as string | undefined, context);
    const parts = await compare(left, right);
    if (context.options.json) {
      context.printJson({ equal: parts.length === 0, differences: parts.map(({ part, patch }) => ({ part, patch })) });
    } else {
      for (const { patch } of parts) context.print(color(patch, context));
      if (parts.length === 0) context.say('They are the same.');
    }
    return parts.length === 0 ? 0 : { exitCode: 10, reason: 'The templates differ.', isPrinted: true };
  },
};

interface Side {
  readonly name: string;
  readonly template: Template;
}

async function openSides(first: string, second: string | undefined, context: CommandContext): Promise<readonly [Side, Side]> {
  if (second === undefined) {
    if (!context.remote) throw new UsageError('Name a second template to compare with, or a server with --remote PROFILE|URL');
    const here = await context.openLocalTemplate(first);
    const there = await context.openTemplate(here.slug);
    return [
      { name: `here/${first}`, template: await getTemplate(here) },
      { name: `${context.remote.profile ?? new URL(context.remote.url).host}/${first}`, template: await getTemplate(there) },
    ];
  }
  return [await openSide(first, context), await openSide(second, context)];
}

async function openSide(reference: string, context: CommandContext): Promise<Side> {
  const [, profile, name] = /^([\w.-]{2,}):(?![\\/])(.+)$/.exec(reference) ?? [];
  if (profile === undefined || name === undefined)
    return { name: reference, template: await getTemplate(await context.openTemplate(reference)) };
  const engine = await context.openRemoteEngine(profile);
  const [, slug = name, version] = /^(.+)@([1-9]\d{0,8})$/.exec(name) ?? [];
  const found = await findRemoteTemplate(engine, slug, `pdfgen templates list --remote ${profile}`);
  const opened: Pick<OpenedTemplate, 'engine' | 'uuid' | 'version'> = {
    engine,
    uuid: found.uuid,
    version: version === undefined ? undefined : Number(version),
  };
  return { name: reference, template: await getTemplate(opened) };
}

interface Difference {
  readonly part: string;
  /** In the format of `diff -u`. */
  readonly patch: string;
}

/** The different parts, each as a unified diff of its JSON with sorted members. */
async function compare(left: Side, right: Side): Promise<readonly Difference[]> {
  const { createTwoFilesPatch } = await import('diff');
  const [a, b] = [partsOf(left.template), partsOf(right.template)];
  const found: Difference[] = [];
  for (const part of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [from, to] = [a[part] ?? '', b[part] ?? ''];
    if (from === to) continue;
    found.push({
      part,
      patch: createTwoFilesPatch(`${left.name}/${part}`, `${right.name}/${part}`, from, to, undefined, undefined, { context: 3 }),
    });
  }
  return found;
}

function partsOf(template: Template): Readonly<Record<string, string>> {
  const {
    uuid: _uuid,
    version: _version,
    createdAt: _created,
    updatedAt: _updated,
    dataSchema,
    exampleData,
    assets,
    ...document
  } = template;
  const files = Object.fromEntries(
    Object.entries(assets).map(([name, entry]) => [name, (entry as { readonly sha256: string }).sha256]),
  );
  const parts = { 'template.json': document, 'schema.json': dataSchema, 'example.json': exampleData, assets: files };
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, `${JSON.stringify(sortMembers(value), null, 2)}\n`]),
  );
}

/** Sorts members, since their order does not matter. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortMembers(member)]),
  );
}

function color(patch: string, { style }: CommandContext): string {
  const lines = patch.split('\n').filter((line) => !/^={10,}$/.test(line));
  return lines
    .map((line) => escapeControls(line))
    .map((line) => {
      if (/^(?:---|\+\+\+)/.test(line)) return style.bold(line);
      if (line.startsWith('+')) return style.green(line);
      if (line.startsWith('-')) return style.red(line);
      return line.startsWith('@@') ? style.dim(line) : line;
    })
    .join('\n');
}
