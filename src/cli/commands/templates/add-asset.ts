// pdfgen templates add-asset
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import type { AssetEntry } from '../../../contract/engine.ts';
import type { CliCommand } from '../../command.ts';
import { toLine } from '../../io/io.ts';
import { UsageError } from '../../usage-error.ts';

const maxBytes = 32 * 1024 ** 2;

const help = `
Examples:
  pdfgen templates add-asset invoice logo.png
  pdfgen templates add-asset invoice fonts/*.ttf --force

Exit codes:
  0  done
  2  an asset of this name is there already, or a file is too large
  3  a file is damaged or of another kind
  5  there is no such template
  9  a file cannot be read`;

export const addAsset: CliCommand = {
  create: () =>
    new Command('add-asset')
      .description('Copies images (PNG, JPEG), fonts (TTF, OTF) and colour profiles into the assets of a template.')
      .argument('<template>', 'slug, UUID or path')
      .argument('<files...>', 'files; each keeps its name')
      .option('--force', 'replace an asset of the same name')
      .addHelpText('after', help),
  async run(context, [reference, files], options) {
    const { io } = context;
    const { local, uuid } = await context.openTemplate(String(reference));
    const names = files as readonly string[];
    // All are read before the first is copied, so that a wrong name changes nothing.
    const read = await Promise.all(names.map((file) => readAsset(resolve(io.cwd, file), file)));
    const added: [string, AssetEntry][] = [];
    for (const { name, bytes } of read) {
      const entry = await local.addTemplateAsset(uuid, { name, bytes, replace: options.force === true });
      added.push([name, entry as AssetEntry]);
      context.say(`${toLine(name)} added`);
    }
    if (context.options.json) context.printJson(Object.fromEntries(added));
    return 0;
  },
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission',
};

async function readAsset(path: string, given: string): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UsageError(`${given} is larger than ${maxBytes / 1024 ** 2} MiB.`);
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${given} cannot be read: ${reasons[code] ?? message}.`, 9);
  }
}
