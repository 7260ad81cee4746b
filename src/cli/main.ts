// The command line: arguments to exit code. The one place that prints errors.
import type { CommandContext } from './context.ts';
import { takeGlobalOptions } from './global-options.ts';
import { hasColor, type Io, type OutputStream } from './io/io.ts';
import { programVersion } from './version.ts';

/** Runs the program of a process: its arguments, streams and signals. Gives the exit code. */
export async function main(host: NodeJS.Process): Promise<number> {
  const argv = host.argv.slice(2);
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    host.stdout.write(`${programVersion()}\n`);
    return 0;
  }
  const interrupt = new AbortController();
  const stop = () => {
    // A second Ctrl-C ends what does not listen to the first.
    if (interrupt.signal.aborted) host.exit(130);
    interrupt.abort();
  };
  host.on('SIGINT', stop).on('SIGTERM', stop);
  const closed = { stdout: false };
  host.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed.stdout = true;
    host.exit(0); // a reader that has seen enough is no failure
  });
  const io: Io = { stdin: host.stdin, stdout: toOutput(host.stdout), stderr: toOutput(host.stderr), env: host.env, cwd: host.cwd() };
  const code = await run(argv, io, interrupt.signal);
  await Promise.all([io.stdout.flush(), io.stderr.flush()]);
  host.stdin.pause();
  host.off('SIGINT', stop).off('SIGTERM', stop);
  return code;
}

function toOutput(stream: NodeJS.WriteStream): OutputStream {
  return {
    write: (chunk) => stream.write(chunk),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns || 80;
    },
    flush: () => new Promise((resolve) => (stream.writableLength === 0 ? resolve() : stream.write('', () => resolve()))),
  };
}

/** Runs one command line. Everything it touches is in `io`. */
export async function run(argv: readonly string[], io: Io, signal: AbortSignal = new AbortController().signal): Promise<number> {
  const [{ buildProgram }, { createContext }, { reportError }, { createStyle }] = await Promise.all([
    import('./build-program.ts'),
    import('./context.ts'),
    import('./report-error.ts'),
    import('./io/style.ts'),
  ]);
  let json = argv.includes('--json');
  let exitCode = 0;
  try {
    const { options, rest } = takeGlobalOptions(argv);
    json = options.json;
    const words = rest.filter((word) => !word.startsWith('-')).slice(0, 2);
    const program = await buildProgram({ columns: Math.min(io.stdout.columns, 100) }, words, async (command, args, values) => {
      const flags = Object.fromEntries(Object.entries(command.flags ?? {}).flatMap(([option, setting]) => (values[option] === undefined ? [] : [[setting, String(values[option])]])));
      const context: CommandContext = await createContext(io, options, signal, flags);
      exitCode = await command.run(context, args, values);
    });
    const streams = { writeOut: (text: string) => void io.stdout.write(text), writeErr: (text: string) => void io.stderr.write(text) };
    const quietly = json ? { ...streams, writeErr: () => {} } : streams;
    const adopt = (command: typeof program): void => {
      command.configureOutput({ ...quietly, outputError: (text, write) => write(text) });
      command.commands.forEach(adopt);
    };
    adopt(program);
    if (rest.length === 0) {
      program.outputHelp();
      return 0;
    }
    if (rest[0] === '--version' || rest[0] === '-V') {
      io.stdout.write(`${programVersion()}\n`);
      return 0;
    }
    await program.parseAsync(rest as string[], { from: 'user' });
    return signal.aborted ? 130 : exitCode;
  } catch (error) {
    if (signal.aborted || isInterrupt(error)) return 130;
    if (isCommanderError(error)) {
      if (error.exitCode === 0) return 0;
      if (json) {
        const { UsageError } = await import('./usage-error.ts');
        return reportError(new UsageError(error.message.replace(/^error: /, '')), io, { json, style: await createStyle(false) });
      }
      return 2;
    }
    const colored = hasColor(io.stderr, io.env, argv.includes('--no-color') ? 'never' : 'auto');
    return reportError(error, io, { json, style: await createStyle(colored) });
  }
}

function isCommanderError(error: unknown): error is Error & { readonly code: string; readonly exitCode: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('commander.');
}

/** A prompt that was left with Ctrl-C, or work that the signal ended. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && ['ExitPromptError', 'AbortPromptError', 'AbortError'].includes(error.name);
}
