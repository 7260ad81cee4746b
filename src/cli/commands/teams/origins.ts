// pdfgen teams origins
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen teams origins acme
  pdfgen teams origins acme --add https://app.example --add https://staging.example
  pdfgen teams origins acme --remove https://staging.example

An editor session with a host origin opens only if the origin is on this list. An origin begins with https://, or names this machine.

Exit codes:
  0  done
  2  wrong usage, or there is no data folder
  5  there is no such team`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const command: CliCommand = {
  description: 'Lists or changes the origins whose pages may show the editor of a team in a frame.',
  help,
  define: (command) =>
    command
      .argument('<team>', 'name or id')
      .option('--add <origin>', 'add an origin (repeatable)', collect)
      .option('--remove <origin>', 'remove an origin (repeatable)', collect)
      .addOption(dataDirOption())
      .addOption(databaseOption()),
  isLocal: true,
  async run(context, [team], options) {
    const add = (options.add ?? []) as readonly string[];
    const remove = (options.remove ?? []) as readonly string[];
    const both = add.find((origin) => remove.includes(origin));
    if (both !== undefined) throw new UsageError(`${JSON.stringify(both)} is both added and removed.`);
    const list = await withAdmin(context, options, ({ teams }) => teams.changeOrigins(String(team), { add, remove }));
    if (context.options.json) context.printJson({ origins: list });
    else if (list.length === 0) context.say('The list is empty: no page may frame the editor. Add an origin with: --add ORIGIN');
    else context.print(list.map((origin) => `${toLine(origin)}\n`).join(''));
    return 0;
  },
};
