// Names options in messages of the command line.

/** The flag of an option: `--group-by` for `groupBy`; `-i` and `-o` by their better-known letters. */
export function nameFlag(option: string): string {
  if (option === 'input' || option === 'output') return `-${option[0]}`;
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
