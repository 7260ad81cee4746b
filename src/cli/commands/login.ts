// pdfgen login

import { apiPrefix } from '../../contract/api-prefix.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand } from '../command.ts';
import { type CommandContext, promptContext } from '../context.ts';
import { checkUrl, isTokenText, notOneToken, readTokenFile } from '../engines/remote.ts';
import { readProfiles, writeProfiles } from '../settings/profiles.ts';

const help = `
Examples:
  pdfgen login https://pdf.example.com
  pdfgen login https://pdf.example.com --profile staging --with-token < token.txt
  pdfgen templates list --remote staging

At a terminal, pdfgen asks for the token. --with-token reads it from standard input, --token-file from a file. The token is saved in a
file that only you can read. To use this server by default: pdfgen profiles use NAME

Exit codes:
  0  done
  2  wrong usage
  4  the server refuses the token
  7  the server cannot be reached`;

export const command: CliCommand = {
  description: 'Checks your token with a server, then saves its address and the token as a profile.',
  help,
  define: (command) =>
    command
      .argument('<url>', 'address of the server')
      .option('--profile <name>', "the profile's name (default: the host of the address)")
      .option('--with-token', 'read the token from standard input'),
  mendsSettings: true,
  async run(context, [given], { profile, withToken }) {
    const { io, options } = context;
    const url = checkUrl(String(given), options.allowInsecure);
    const name = profile === undefined ? new URL(url).host : String(profile);
    if (!/^[\w][\w.:-]{0,99}$/.test(name))
      throw new UsageError(
        `${JSON.stringify(name)} cannot be the name of a profile: begin with a letter or a digit, then use letters, digits, dots, colons, hyphens and underscores.`,
      );
    const token = await readToken(withToken === true, context);
    const identity = await identify(url, token, context);
    const known = readProfiles(io);
    const saved = { url, token, ...(options.allowInsecure && { allowInsecure: true }) };
    await writeProfiles(io, { ...known, profiles: { ...known.profiles, [name]: saved } });
    if (options.json) context.printJson({ profile: name, url, ...identity });
    const team = identity ? ` as team ${toLine(identity.team)}` : '';
    context.say(`Logged in to ${toLine(url)}${team}; the profile is ${name}.`);
    context.say(`Use it with --remote ${name}, or always with: pdfgen profiles use ${name}`);
    return 0;
  },
};

async function readToken(fromInput: boolean, context: CommandContext): Promise<string> {
  const { io, options } = context;
  if (fromInput && options.tokenFile !== undefined) throw new UsageError('Use --with-token or --token-file, not both.');
  if (options.tokenFile !== undefined) return readTokenFile(options.tokenFile, io.cwd);
  if (!fromInput) {
    const prompts = await context.openPrompts();
    if (!prompts)
      throw new UsageError(
        'The token is missing. Give it on standard input with --with-token, or in a file with --token-file FILE.',
      );
    const validate = (text: string) => isTokenText(text.trim()) || 'Paste the token that `pdfgen tokens create` printed.';
    return (await prompts.password({ message: 'API token', mask: true, validate }, promptContext(context))).trim();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    size += chunk.length;
    if (size > 10_000) throw new UsageError('The text on standard input is too long for a token.');
    chunks.push(Buffer.from(chunk));
  }
  const token = Buffer.concat(chunks).toString('utf8').trim();
  if (!isTokenText(token)) throw notOneToken('Standard input');
  return token;
}

/** The owner of the token; undefined: the server accepts the token, but does not name its owner. */
async function identify(url: string, token: string, { signal }: CommandContext) {
  const { createHttpEngine } = await import('../../remote/http-engine.ts');
  const engine = createHttpEngine({ baseUrl: url, token });
  try {
    return await engine.whoami({}, { signal });
  } catch (error) {
    const isOther =
      error instanceof PdfgenError && ['REMOTE_UNSUPPORTED', 'NOT_FOUND', 'TEMPLATE_NOT_FOUND'].includes(error.code);
    if (!isOther) throw error;
  }
  // For another server of the same interface: listing templates needs a token everywhere.
  await engine.listTemplates({ query: { limit: 1 } }, { signal }).catch((error: unknown) => {
    if (!(error instanceof PdfgenError) || error.code !== 'NOT_FOUND') throw error;
    throw new PdfgenError(
      'NOT_FOUND',
      `There is no API at ${url}${apiPrefix}. Give the part of the address before ${apiPrefix}.`,
    );
  });
  return undefined;
}
