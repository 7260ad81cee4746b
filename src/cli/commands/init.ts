// pdfgen init
import { relative, resolve } from 'node:path';
import { Option } from 'commander';
import { defaultExample, listExamples } from '../../files/list-examples.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { programName } from '../command-line/program-name.ts';
import { type CommandContext, promptContext } from '../context.ts';

/** Reads the examples, so it waits until somebody asks. */
const writeHelp = () => `
Example templates:
${listExamples()
  .map(({ slug, description }) => `  ${slug.padEnd(16)}${description}`)
  .join('\n')}

Examples:
  pdfgen init demo
  pdfgen init shop --example catalogue
  cd my-project && pdfgen init

Exit codes:
  0  done
  2  a file or folder that it would write exists already
  5  there is no such example
  9  the folder cannot be written`;

export const command: CliCommand = {
  description:
    'Makes a workspace: an example template, settings, and the template schema for completion in a code editor. Nothing that exists is overwritten.',
  get help() {
    return writeHelp();
  },
  define: (command) =>
    command
      .argument('[dir]', 'folder of the workspace', '.')
      .addOption(
        new Option(
          '--example <name>',
          `example template to begin with. Default: asks at the terminal, elsewhere ${defaultExample}`,
        ),
      ),
  isLocal: true,
  async run(context, [dir], { example }) {
    const { io, options } = context;
    const { initWorkspace } = await import('../../engine/templates/init-workspace.ts');
    const folder = resolve(io.cwd, String(dir));
    const { files, template } = await initWorkspace(folder, { example: await chooseExample(example, context) });
    if (options.json) {
      context.printJson({ folder, files });
      return 0;
    }
    for (const file of files) context.say(context.errorStyle.dim(`  ${toLine(file)}`));
    context.say('\nNext:');
    const there = relative(io.cwd, folder);
    const name = programName(io, folder);
    if (there !== '') context.print(`cd ${quoteWord(there)}\n`);
    context.print(`${name} templates lint\n${name} generate single ${template} -o ${template}.pdf\n`);
    return 0;
  },
};

async function chooseExample(given: unknown, context: CommandContext): Promise<string> {
  if (typeof given === 'string') return given;
  const prompts = await context.openPrompts();
  if (!prompts) return defaultExample;
  const choices = listExamples().map(({ slug, description }) => ({ value: slug, name: slug, description }));
  return prompts.select({ message: 'Example', choices, default: defaultExample, pageSize: 16 }, promptContext(context));
}
