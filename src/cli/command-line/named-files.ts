// Finds the files that a command line names to be read.
import type { Command } from 'commander';

/** A file that the user named. */
export interface NamedFile {
  /** As the user named it, such as `-d order.json`. */
  readonly shown: string;
  /** Relative to the working folder. */
  readonly file: string;
  /** The argument `template`, which names a template or its path. */
  readonly isTemplate?: boolean;
}

/**
 * The values of options such as `--data <file>`, and of arguments such as `<files...>` and `[template]`. `writes`: the options that name files to be
 * written.
 */
export function findNamedFiles(command: Command, writes: readonly string[]): readonly NamedFile[] {
  const values = command.opts() as Readonly<Record<string, unknown>>;
  const ofOptions = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (writes.includes(name) || !/[<[]file[>\]]/.test(option.flags)) return [];
    return textsOf(values[name]).map((file) => ({ shown: `${option.short ?? option.long} ${file}`, file }));
  });
  const ofArguments = command.registeredArguments.flatMap((argument, i) => {
    if (!/^(?:files?|template)$/.test(argument.name())) return [];
    const isTemplate = argument.name() === 'template';
    return textsOf(command.processedArgs[i]).map((file) => ({ shown: file, file, isTemplate }));
  });
  return [...ofOptions, ...ofArguments];
}

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '-');
