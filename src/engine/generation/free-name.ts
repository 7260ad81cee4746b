/** A name that is free in the merged PDF. A name that is taken gets the number of its document: `terms.pdf` becomes `terms-2.pdf`. */
export function findFreeName(wanted: string, number: number, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let n = number; taken.has(name); n++) name = wanted.replace(/(\.[^.]*)?$/, `-${n}$1`);
  return name;
}
