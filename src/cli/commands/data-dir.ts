// Opens the data folder of a server on this machine.
import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Admin } from '../../engine/administration/admin.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';

/** `--data-dir DIR`. */
export function dataDirOption(): Option {
  return new Option('--data-dir <dir>', "the server's data folder (default: $PDFGEN_DATA_DIR, else ./pdfgen-data)");
}

export function readDataDir({ dataDir }: OptionValues, { io }: Pick<CommandContext, 'io'>): string {
  return resolve(io.cwd, dataDir === undefined ? io.env.PDFGEN_DATA_DIR || 'pdfgen-data' : String(dataDir));
}

/** Works on the data folder of the run, and closes it. Raises INVALID_REQUEST for a folder without a server's data. */
export async function withAdmin<T>(
  context: CommandContext,
  options: OptionValues,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { openAdmin } = await import('../../engine/administration/admin.ts');
  const { cwd, env } = context.io;
  const keysFile = env.PDFGEN_KEYS_FILE ? resolve(cwd, env.PDFGEN_KEYS_FILE) : undefined;
  const admin = await openAdmin({ dataDir: readDataDir(options, context), keysFile, now: Date.now });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** RFC 3339. */
export function toTime<T extends number | null>(ms: T): string | (T & null) {
  return (ms === null ? null : new Date(ms).toISOString()) as string | (T & null);
}
