// Names options in messages of the command line.

/** The flag of an option: `--group-by` for `groupBy`; `-i` and `-o` by their better-known letters. A password stands in a file. */
export function nameFlag(option: string): string {
  if (option === 'input' || option === 'output') return `-${option[0]}`;
  if (option === 'userPassword' || option === 'ownerPassword') return `${nameFlag(`${option}File`)} FILE`;
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
