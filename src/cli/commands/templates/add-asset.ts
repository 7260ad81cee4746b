// pdfgen templates add-asset
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pictureNames } from '../../../contract/asset-types.ts';
import { cannotRead } from '../../../input/input-error.ts';
import { writeFontLines } from '../../../words/font-lines.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';

const maxBytes = 32 * 1024 ** 2;

const help = `
Examples:
  pdfgen templates add-asset invoice stamp.png
  pdfgen templates add-asset invoice fonts/*.ttf --force
  pdfgen templates add-asset invoice terms.pdf

Exit codes:
  0  done
  2  an asset of this name is there already, or a file is too large
  3  a file is damaged, or its kind is not supported
  5  there is no such template
  9  a file cannot be read`;

export const command: CliCommand = {
  description: `Copies images (${pictureNames}), fonts (TTF, OTF, TTC, WOFF, WOFF2), colour profiles, PDFs and attachments (XML, CSV …) into the assets of a template.`,
  help,
  define: (command) =>
    command
      .argument('<template>', 'slug, UUID or path')
      .argument('<files...>', 'files; each keeps its name')
      .option('--force', 'replace an asset of the same name'),
  isLocal: true,
  async run(context, [reference, files], options) {
    const { io } = context;
    const { engine, uuid } = await context.openLocalTemplate(String(reference));
    const names = files as readonly string[];
    const assets = new Map<string, Uint8Array>();
    for (const file of names) {
      const name = basename(file);
      if (assets.has(name))
        throw new UsageError(`Two of the files are called ${name}. Rename one: each asset needs a name of its own.`);
      assets.set(name, await readAsset(resolve(io.cwd, file), file));
    }
    const added = await engine.addTemplateAssets(uuid, assets, { replace: options.force === true });
    for (const name of assets.keys()) context.say(`${toLine(name)} added`);
    const { assets: _assets, ...written } = await engine.getTemplate({ params: { uuid } });
    for (const { line } of writeFontLines([...assets.keys()], written))
      context.say(`To use the font, write in "fonts" of template.json: ${toLine(line)}`);
    if (context.options.json) context.printJson(added);
    return 0;
  },
};

async function readAsset(path: string, given: string): Promise<Uint8Array> {
  try {
    const there = await stat(path);
    if (!there.isFile())
      throw new UsageError(`${given} cannot be read: it is ${there.isDirectory() ? 'a folder' : 'not a regular file'}.`, 'file');
    if (there.size > maxBytes) throw new UsageError(`${given} is larger than ${maxBytes / 1024 ** 2} MiB.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw cannotRead(given, error);
  }
}
