// pdfgen init
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import type { CliCommand } from '../command.ts';

export const init: CliCommand = {
  create: () =>
    new Command('init')
      .description('Makes a workspace: a template that renders, settings, and the template schema for completion in a code editor. Nothing that exists is overwritten.')
      .argument('[dir]', 'its folder', '.')
      .addHelpText('after', '\nExamples:\n  pdfgen init demo\n  cd my-project && pdfgen init\n\nExit codes:\n  0  done\n  2  files are in the way\n  9  the folder cannot be written'),
  async run(context, [dir]) {
    const { initWorkspace } = await import('../../engine/init-workspace.ts');
    const folder = resolve(context.io.cwd, String(dir));
    const { files, template } = await initWorkspace(folder);
    if (context.options.json) {
      context.printJson({ folder, files });
      return 0;
    }
    for (const file of files) context.say(context.errorStyle.dim(`  ${file}`));
    const there = relative(context.io.cwd, folder);
    context.say('');
    context.say('Next:');
    if (there) context.print(`cd ${/[^\w./-]/.test(there) ? `'${there.replaceAll("'", "'\\''")}'` : there}\n`);
    context.print(`pdfgen templates lint\npdfgen generate single ${template} -o ${template}.pdf\n`);
    return 0;
  },
};
