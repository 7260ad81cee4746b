// pdfgen doctor
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import type { Failure } from '../outcome.ts';

const help = `
Example:
  pdfgen doctor

Exit codes:
  0  every check passed
  1  a check failed; its line says what to do`;

export const command: CliCommand = {
  description: 'Checks that everything is in place: Node, fonts, shaping, a test render, the workspace and its templates.',
  help,
  isLocal: true,
  async run(context) {
    const { checkInstallation } = await import('../../engine/administration/check-installation.ts');
    const checks = await checkInstallation({ workspace: context.workspace });
    const isWell = checks.every((check) => check.ok);
    if (context.options.json) {
      context.printJson({ ok: isWell, checks });
      return isWell ? 0 : notWell;
    }
    const { style } = context;
    for (const { name, ok, detail, remedy } of checks) {
      const [first = '', ...more] = detail.split('\n');
      context.print(`${ok ? style.green('ok') : style.red('!!')}  ${toLine(`${name}: ${first}`)}\n`);
      for (const line of more) context.print(`${toLine(line)}\n`);
      if (!ok && remedy) context.print(`    ${toLine(remedy)}\n`);
    }
    return isWell ? 0 : notWell;
  },
};

const notWell: Failure = { exitCode: 1, reason: 'A check failed.', isPrinted: true };
