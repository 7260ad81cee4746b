// The command line: from arguments to exit code. Only this file prints errors.
import { setImmediate as turn } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { CommanderError } from 'commander';
import { programVersion } from '../files/program-files.ts';
import { escapeControls, toLine } from '../words/to-line.ts';
import { takeGlobalOptions } from './command-line/global-options.ts';
import type { CommandContext } from './context.ts';
import { exitCodeAfter, hasColor, type Interrupts, type Io, interruptedCode, type OutputStream } from './io/io.ts';

/** Words at the beginning of the line that print the version. `bin/pdfgen.js` knows them too. */
export const versionWords: readonly string[] = ['-V', '-v', '--version', 'version'];

/**
 * Runs the program of a process: its arguments, streams and signals. Returns the exit code. `keepCode` keeps what a run of the command has compiled,
 * for later runs. `parts` replace those of the run.
 */
export async function main(
  host: NodeJS.Process,
  keepCode?: (command: string) => void,
  parts: Pick<Io, 'openFileRenderer'> = {},
): Promise<number> {
  const argv = host.argv.slice(2);
  endWithTerminal(host);
  const { interrupts, stop } = listenForInterrupts(host);
  let stdin: NodeJS.ReadStream | undefined;
  const io: Io = {
    // Opening the stream takes time, and most commands do not read it.
    get stdin() {
      stdin ??= readUntil(interrupts.signal, host.stdin);
      return stdin;
    },
    stdout: toOutput(host.stdout),
    stderr: toOutput(host.stderr),
    env: host.env,
    cwd: host.cwd(),
    program: host.argv[1],
    ...parts,
  };
  let ended = 'help';
  const code = await run(argv, io, interrupts, (command) => {
    ended = command;
  });
  const lastCode = await io.stdout.flush().then(
    () => code,
    (error: unknown) => code || reportFailure(error, argv, io, undefined),
  );
  await io.stderr.flush().catch(() => undefined); // nobody can read the message
  stdin?.pause();
  keepCode?.(ended);
  stop();
  return lastCode;
}

/** The stream. An interrupt closes it: a command that reads it would otherwise wait for the writer's end. */
function readUntil(signal: AbortSignal, stream: NodeJS.ReadStream): NodeJS.ReadStream {
  const close = () => void stream.destroy();
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return stream;
}

function toOutput(stream: NodeJS.WriteStream): OutputStream {
  let isUsed = false;
  return {
    stream,
    write(chunk) {
      isUsed = true;
      return stream.write(chunk);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns || 80;
    },
    async flush() {
      if (!isUsed) return; // a device may refuse even an empty write
      const failure = await new Promise<Error | null | undefined>((resolve) => void stream.write('', resolve));
      const { code } = (stream.errored ?? failure ?? {}) as NodeJS.ErrnoException;
      if (!failure || code === 'EPIPE') return; // interrupts handle EPIPE
      const { writeError } = await import('../files/write-error.ts');
      throw writeError('standard output', stream.errored ?? failure);
    },
  };
}

/** Node restores the settings of its terminal at the end, and aborts if it cannot. When the terminal is gone, SIGHUP ends the process before that. */
function endWithTerminal(host: NodeJS.Process): void {
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  if (terminals.length === 0) return;
  host.on('exit', () => {
    if (terminals.every((fd) => isatty(fd))) return;
    host.removeAllListeners('SIGHUP');
    host.kill(host.pid, 'SIGHUP');
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const sameInterruptMs = 300;

function listenForInterrupts(host: NodeJS.Process): { readonly interrupts: Interrupts; readonly stop: () => void } {
  const controller = new AbortController();
  let firstMs = 0;
  const interrupt = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      firstMs = performance.now();
      // Logs name the signal.
      controller.abort(Object.assign(new DOMException(`The signal ${name} came.`, 'AbortError'), { cause: name }));
    }
    // A second Ctrl-C ends work that ignores the first. A signal at the same moment is the first one, sent on by npm or a shell.
    else if (performance.now() - firstMs > sameInterruptMs) host.exit(exitCodeAfter(controller.signal));
  };
  const listen = () => signals.forEach((name) => void host.on(name, interrupt));
  const stop = () => signals.forEach((name) => void host.off(name, interrupt));
  listen();
  let outlivesReader = false;
  for (const stream of [host.stdout, host.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (controller.signal.aborted) return;
      // The terminal is gone. Only the processes that it controls hear this by a signal.
      if (code === 'EIO' && stream.isTTY) interrupt('SIGHUP');
      // A reader that has seen enough is not a failure.
      if (code === 'EPIPE' && stream === host.stdout && !outlivesReader) host.exit(0);
    });
  const interrupts: Interrupts = {
    signal: controller.signal,
    async whileBusy(work) {
      // Lets an interrupt arrive that came while the data was parsed: the first turn may come before the loop looks for signals. Once nobody listens,
      // the interrupt would be lost.
      await turn();
      await turn();
      controller.signal.throwIfAborted();
      stop();
      try {
        return await work();
      } finally {
        listen();
      }
    },
    async withoutReader(work) {
      outlivesReader = true; // continue to the end, because the exit code gives the result
      return work();
    },
  };
  return { interrupts, stop };
}

const uninterrupted: Interrupts = {
  signal: new AbortController().signal,
  whileBusy: (work) => work(),
  withoutReader: (work) => work(),
};

/** Runs one command line. `io` holds everything it touches. `onCommand` gets the words of the command that runs. */
export async function run(
  argv: readonly string[],
  io: Io,
  interrupts: Interrupts = uninterrupted,
  onCommand?: (command: string) => void,
): Promise<number> {
  const { signal } = interrupts;
  let context: CommandContext | undefined;
  let exitCode = 0;
  let endsBySignal = false;
  try {
    const { options, rest } = takeGlobalOptions(argv);
    const line = rest[0] === 'help' ? [...rest.slice(1), '--help'] : [...rest];
    // Answered before any other module is loaded.
    if (versionWords.includes(line[0] ?? '')) {
      io.stdout.write(`${programVersion()}\n`);
      return 0;
    }
    const words = line.filter((word) => !word.startsWith('-')).slice(0, 2);
    const [{ buildProgram }, { createContext }, { wrapHelp }, { refuseForeign }, { defaultRetryFor, readDuration }] =
      await Promise.all([
        import('./build-program.ts'),
        import('./context.ts'),
        import('./io/wrap-help.ts'),
        import('./command-line/find-meant.ts'),
        import('./command-line/duration.ts'),
      ]);
    refuseForeign(line);
    // A narrower text does not fit; a wider text is hard to read.
    const columns = Math.max(40, Math.min(io.stdout.columns, 100));
    const commandTree = (wanted: readonly string[]) => buildProgram({ columns }, wanted);
    const program = await buildProgram({ columns }, words, async ({ command, args, values, files, words: called }) => {
      onCommand?.(called.join(' '));
      const flags = Object.fromEntries(
        Object.entries(command.flags ?? {}).flatMap(([option, setting]) =>
          values[option] === undefined ? [] : [[setting, String(values[option])]],
        ),
      );
      const retryForMs = command.outlivesOutage ? 1000 * readDuration('--retry-for', values.retryFor ?? defaultRetryFor) : 0;
      const lenient = command.mendsSettings === true;
      const pick =
        options.jsonMembers && (await import('./command-line/pick-members.ts')).pickMembers(options.jsonMembers, command.answers);
      context = await createContext({
        ...(pick && { pick }),
        io,
        options,
        interrupts,
        commandTree,
        flags,
        files,
        retryForMs,
        lenient,
      });
      if (command.isLocal && context.remote?.isAskedFor) {
        const { UsageError } = await import('../words/usage-error.ts');
        const said = options.remote === undefined ? 'PDFGEN_REMOTE' : '--remote';
        throw new UsageError(`This command works only on this machine. Leave out ${said}, or add --local.`);
      }
      const outcome = await command.run(context, args, values);
      exitCode = outcome === 0 ? 0 : outcome.exitCode;
      const isHidden = options.quiet && !options.json && !signal.aborted;
      if (outcome !== 0 && isHidden && !outcome.isPrinted) io.stderr.write(`${toLine(outcome.reason)}\n`);
      endsBySignal = command.endsBySignal?.(values) === true;
    });
    const adopt = (command: typeof program): void => {
      command.configureOutput({
        writeOut: (text) => void io.stdout.write(wrapHelp(text, columns)),
        writeErr: (text) => void (options.json || io.stderr.write(escapeControls(text))),
      });
      command.commands.forEach(adopt);
    };
    adopt(program);
    if (line.length === 0) program.outputHelp();
    else await program.parseAsync(line, { from: 'user' });
    return signal.aborted && !endsBySignal ? exitCodeAfter(signal) : exitCode;
  } catch (error) {
    if (signal.aborted) return exitCodeAfter(signal);
    if (isInterrupt(error)) return interruptedCode();
    return await reportFailure(error, argv, io, context);
  } finally {
    await context?.close();
  }
}

async function reportFailure(
  error: unknown,
  argv: readonly string[],
  io: Io,
  context: CommandContext | undefined,
): Promise<number> {
  const json = argv.some((word) => word === '--json' || word.startsWith('--json='));
  const [{ reportError }, { createStyle }, { UsageError }] = await Promise.all([
    import('./faults/report-error.ts'),
    import('./io/style.ts'),
    import('../words/usage-error.ts'),
  ]);
  if (isCommanderError(error)) {
    if (error.exitCode === 0) return 0;
    if (!json) return 2; // commander has printed it
    const message = error.code === 'commander.help' ? 'The command is incomplete. See --help.' : error.message;
    return reportError(new UsageError(message.replace(/^error: /, '')), io, { json, style: await createStyle(false) });
  }
  const colored = hasColor(io.stderr, io.env, argv.includes('--no-color') ? 'never' : 'auto');
  const exitCode = reportError(error, io, { json, style: context?.errorStyle ?? (await createStyle(colored)) });
  if (context?.remote && isRefusal(error)) {
    const { explainRefusal } = await import('./engines/remote.ts');
    context.say(escapeControls(explainRefusal(context.remote, context.options, io)));
  }
  return exitCode;
}

/** Whether the server refused the token. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED';
}

function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('commander.');
}

/** Whether Ctrl-C left a prompt, or a signal ended the work. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && ['ExitPromptError', 'AbortPromptError', 'AbortError'].includes(error.name);
}
