// Options in which the name of a file stands: found there, and named anew from another folder.
import type { BatchOptions } from './batch-options.ts';

/** Where `COLUMN=PATH` of `map` is divided; 0 or less: it is the name of a file. */
export function mapDivision(option: string): number {
  // Headers hold anything, paths no "=" outside of brackets: the last one that leaves a path divides.
  return option.replace(/\["(?:[^"\\]|\\.)*"\]$/, (part) => ' '.repeat(part.length)).lastIndexOf('=');
}

/** `PATH=FILE` of `join`; undefined: it is not of that form. */
export function splitJoin(option: string): { readonly path: string; readonly file: string } | undefined {
  const [, path, file] = /^([^=]+)=(.+)$/.exec(option) ?? [];
  return path === undefined || file === undefined ? undefined : { path, file };
}

/** The files that are read beside the inputs: the second table, and maps. */
export function filesBeside({ join, map = [] }: BatchOptions): readonly string[] {
  const joined = join === undefined ? undefined : splitJoin(join);
  return [...(joined ? [joined.file] : []), ...map.filter((one) => mapDivision(one) <= 0)];
}

/** The options whose files are to be named in another way, so named. */
export function renameFiles(options: Partial<BatchOptions>, rename: (file: string) => string): Partial<BatchOptions> {
  const { input, map, join, merge, zip } = options;
  const joined = join === undefined ? undefined : splitJoin(join);
  return {
    ...(input !== undefined && { input: input.map(rename) }),
    ...(map !== undefined && { map: map.map((one) => (mapDivision(one) > 0 ? one : rename(one))) }),
    ...(joined && { join: `${joined.path}=${rename(joined.file)}` }),
    ...(merge !== undefined && { merge: rename(merge) }),
    ...(zip !== undefined && { zip: rename(zip) }),
  };
}
