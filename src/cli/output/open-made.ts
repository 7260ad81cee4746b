// Opens a file that a command has made, for the person at the desktop.
import { resolve } from 'node:path';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import type { Io } from '../io/io.ts';

export const openText = "open the file with the desktop's program; without a desktop, a line says so";

/** Opens a file if `--open` asks for it. The file is made already, so a desktop that is missing or fails changes no exit code. */
export async function openMade(
  target: string,
  { open }: { readonly open?: unknown },
  context: Pick<CommandContext, 'io' | 'say'>,
): Promise<void> {
  if (open === true) await openOnDesktop(target, resolve(context.io.cwd, target), context);
}

/** Opens a file or an address with the program of the desktop, or says why it is not opened. `name`: what a person calls it. */
export async function openOnDesktop(name: string, place: string, { io, say }: Pick<CommandContext, 'io' | 'say'>): Promise<void> {
  const obstacle = findObstacle(io.env) ?? (await tryOpen(place));
  if (obstacle !== undefined) say(`${toLine(name)} is not opened: ${toLine(obstacle)}.`);
}

async function tryOpen(path: string): Promise<string | undefined> {
  const { default: open } = await import('open');
  try {
    await open(path);
    return undefined;
  } catch (error) {
    const { code, path: program, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' && program !== undefined ? `there is no program ${program}` : message;
  }
}

/** Why nobody would see an opened file. Undefined: there is a desktop. */
export function findObstacle(env: Io['env'], platform: NodeJS.Platform = process.platform): string | undefined {
  if (env.CI) return 'there is no desktop in CI';
  // An SSH connection that forwards windows sets DISPLAY.
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return undefined;
  if (env.SSH_CONNECTION || env.SSH_TTY) return 'there is no desktop at the end of an SSH connection';
  // In the Linux of Windows, the program of Windows opens it.
  const isOwn = platform === 'darwin' || platform === 'win32' || env.WSL_DISTRO_NAME;
  return isOwn ? undefined : 'there is no desktop: neither DISPLAY nor WAYLAND_DISPLAY is set';
}
