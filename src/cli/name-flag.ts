/** The flag of an option: `--group-by` of `groupBy`; `-i` and `-o`, which everybody knows by their letter. */
export function nameFlag(option: string): string {
  if (option === 'input' || option === 'output') return `-${option[0]}`;
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
