// Opens the data of a server: a data folder on this machine, or a database.
import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Admin } from '../../engine/administration/admin.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';

/** `--data-dir DIR`. */
export function dataDirOption(): Option {
  return new Option('--data-dir <dir>', "the server's data folder (default: $PDFGEN_DATA_DIR, else ./pdfgen-data)");
}

/** `--database URL`. */
export function databaseOption(): Option {
  return new Option('--database <url>', 'the database of a server of many machines (default: $PDFGEN_DATABASE)');
}

export function readDataDir({ dataDir }: OptionValues, { io }: Pick<CommandContext, 'io'>): string {
  return resolve(io.cwd, dataDir === undefined ? io.env.PDFGEN_DATA_DIR || 'pdfgen-data' : String(dataDir));
}

/** Does the work of a command on the data of a server, and closes them. Raises INVALID_REQUEST for a folder without a server's data. */
export async function withAdmin<T>(
  context: CommandContext,
  options: OptionValues,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { openAdmin } = await import('../../engine/administration/admin.ts');
  const admin = await openAdmin({ ...(await readPlace(context, options)), now: Date.now });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** Reads where the data is. A flag overrides variables. Raises UsageError for a folder beside a database, or a misspelt variable. */
async function readPlace(context: CommandContext, options: OptionValues): Promise<Partial<ServerSettings>> {
  const { cwd, env } = context.io;
  const { refuseNearVariables } = await import('./near-variables.ts');
  refuseNearVariables(env);
  const file = (variable: string) => (env[variable] ? resolve(cwd, env[variable]) : undefined);
  const [keysFile, masterKeyFile] = [file('PDFGEN_KEYS_FILE'), file('PDFGEN_MASTER_KEY_FILE')];
  const { dataDir } = options;
  if (dataDir !== undefined && options.database !== undefined)
    throw new UsageError('--data-dir and --database contradict each other: the data is in one of them. Leave one out.');
  const given = options.database ?? (dataDir === undefined ? env.PDFGEN_DATABASE || undefined : undefined);
  if (given === undefined) return { dataDir: readDataDir(options, context), keysFile };
  const { readServeSetting } = await import('./serve-options.ts');
  const database = readServeSetting('database', String(given));
  const databasePrepared = env.PDFGEN_DATABASE_PREPARED && readServeSetting('databasePrepared', env.PDFGEN_DATABASE_PREPARED);
  return { database, keysFile, masterKeyFile, ...(databasePrepared && { databasePrepared }) };
}

/** A time of the server as commands print it: RFC 3339. */
export function toPrintedTime<T extends number | null>(ms: T): string | (T & null) {
  return (ms === null ? null : new Date(ms).toISOString()) as string | (T & null);
}
