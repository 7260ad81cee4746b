// Finds the file names inside options, and renames them for another folder.
import type { BatchOptions } from './batch-options.ts';

/** The position of `=` in `COLUMN=PATH` of `map`; 0 or less: the option is the name of a file. */
export function mapDivision(option: string): number {
  // Headers may hold any character; paths have no "=" outside of brackets. So the last "=" that leaves a path divides.
  return option.replace(/\["(?:[^"\\]|\\.)*"\]$/, (part) => ' '.repeat(part.length)).lastIndexOf('=');
}

/** Splits `PATH=FILE` of `join`; undefined: another form. */
export function splitJoin(option: string): { readonly path: string; readonly file: string } | undefined {
  const [, path, file] = /^([^=]+)=(.+)$/.exec(option) ?? [];
  return path === undefined || file === undefined ? undefined : { path, file };
}

/** The files that are read beside the inputs: the second table, and maps. */
export function filesBeside({ join, map = [] }: BatchOptions): readonly string[] {
  const joined = join === undefined ? undefined : splitJoin(join);
  return [...(joined ? [joined.file] : []), ...map.filter((one) => mapDivision(one) <= 0)];
}

/** The options that hold file names, with each name renamed. */
export function renameFiles(options: Partial<BatchOptions>, rename: (file: string) => string): Partial<BatchOptions> {
  const { input, map, join, merge, zip, rejected, failed } = options;
  const joined = join === undefined ? undefined : splitJoin(join);
  return {
    ...(input !== undefined && { input: input.map(rename) }),
    ...(map !== undefined && { map: map.map((one) => (mapDivision(one) > 0 ? one : rename(one))) }),
    ...(joined && { join: `${joined.path}=${rename(joined.file)}` }),
    ...(merge !== undefined && { merge: rename(merge) }),
    ...(zip !== undefined && { zip: rename(zip) }),
    ...(rejected !== undefined && { rejected: rename(rejected) }),
    ...(failed !== undefined && { failed: rename(failed) }),
  };
}
