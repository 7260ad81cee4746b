// Names this program in commands that the user can paste.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { quoteWord } from '../../words/quote-word.ts';
import type { Io } from '../io/io.ts';

/** The word that starts the program from `folder`: its name if the PATH leads to it, else npx or node. */
export function programName({ env, program }: Pick<Io, 'env' | 'program'>, folder: string): string {
  if (program === undefined) return 'pdfgen';
  if (env.npm_command === 'exec') {
    const prefix = env.npm_config_local_prefix;
    const isInside = prefix !== undefined && !relative(prefix, folder).startsWith('..');
    if (isInside || /[\\/]_npx[\\/]/.test(realPath(program))) return 'npx pdfgen';
  } else {
    const leadsHere = (one: string) => existsSync(one) && realPath(one) === realPath(program);
    if ((env.PATH ?? '').split(delimiter).some((one) => one !== '' && leadsHere(join(one, 'pdfgen')))) return 'pdfgen';
  }
  return `node ${quoteWord(realPath(program))}`;
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}
