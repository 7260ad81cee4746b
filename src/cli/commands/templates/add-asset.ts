// pdfgen templates add-asset
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { UsageError } from '../../usage-error.ts';

const maxBytes = 32 * 1024 ** 2;

export const addAsset: CliCommand = {
  create: () =>
    new Command('add-asset')
      .description('Copies images (PNG, JPEG), fonts (TTF, OTF, WOFF) and colour profiles into the assets of a template.')
      .argument('<template>', 'slug, UUID or path')
      .argument('<files...>')
      .option('--force', 'replace an asset of the same name')
      .addHelpText('after', '\nExamples:\n  pdfgen templates add-asset invoice logo.png\n  pdfgen templates add-asset invoice fonts/*.ttf --force\n\nExit codes:\n  0  done\n  2  an asset of this name is there already, or a file is too large\n  3  a file is damaged or of another kind\n  9  a file cannot be read'),
  async run(context, [reference, files], options) {
    const { local, uuid } = await context.openTemplate(String(reference));
    const added: Record<string, unknown> = {};
    for (const file of files as readonly string[]) {
      const bytes = await readAsset(resolve(context.io.cwd, file), file);
      const name = basename(file);
      added[name] = await local.addTemplateAsset(uuid, { name, bytes, replace: options.force === true });
      context.say(`${name} added`);
    }
    if (context.options.json) context.printJson(added);
    return 0;
  },
};

async function readAsset(path: string, shown: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UsageError(`${shown} is larger than ${maxBytes / 1024 ** 2} MiB.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${shown} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : (error as Error).message}.`, 9);
  }
}
