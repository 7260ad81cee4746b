// pdfgen doctor
import { Command } from 'commander';
import type { CliCommand } from '../command.ts';

export const doctor: CliCommand = {
  create: () =>
    new Command('doctor')
      .description('Checks that everything is in place: Node, fonts, shaping, a test render, the workspace and its templates.')
      .addHelpText('after', '\nExample:\n  pdfgen doctor\n\nExit codes:\n  0  all is well\n  1  something is not; the line says what to do'),
  async run(context) {
    const { checkInstallation } = await import('../../engine/check-installation.ts');
    const checks = await checkInstallation({ workspace: context.workspace });
    if (context.options.json) context.printJson({ ok: checks.every((check) => check.ok), checks });
    else {
      for (const { name, ok, detail, remedy } of checks) {
        context.print(`${ok ? context.style.green('ok') : context.style.red('!!')}  ${name}: ${detail}\n`);
        if (!ok && remedy) context.print(`    ${remedy}\n`);
      }
    }
    return checks.every((check) => check.ok) ? 0 : 1;
  },
};
