// pdfgen init
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { quoteWord } from '../../words/quote-word.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { programName } from '../program-name.ts';

const help = `
Examples:
  pdfgen init demo
  cd my-project && pdfgen init

Exit codes:
  0  done
  2  a file or folder that it would write exists already
  9  the folder cannot be written`;

export const init: CliCommand = {
  create: () =>
    new Command('init')
      .description(
        'Makes a workspace: a template that renders, settings, and the template schema for completion in a code editor. Nothing that exists is overwritten.',
      )
      .argument('[dir]', 'folder of the workspace', '.')
      .addHelpText('after', help),
  isLocal: true,
  async run(context, [dir]) {
    const { io, options } = context;
    const { initWorkspace } = await import('../../engine/templates/init-workspace.ts');
    const folder = resolve(io.cwd, String(dir));
    const { files, template } = await initWorkspace(folder);
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
