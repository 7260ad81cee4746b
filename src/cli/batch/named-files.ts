// Options in which the name of a file stands: found there, and named anew from another folder.
import type { OptionValues } from '../command.ts';

/** Where `--map COLUMN=PATH` is divided; 0 or less: it is the name of a file. */
export function mapDivision(option: string): number {
  // Headers hold anything, paths no "=" outside of brackets: the last one that leaves a path divides.
  return option.replace(/\["(?:[^"\\]|\\.)*"\]$/, (part) => ' '.repeat(part.length)).lastIndexOf('=');
}

/** `--join PATH=FILE`; undefined: it is not of that form. */
export function splitJoin(option: string): { readonly path: string; readonly file: string } | undefined {
  const [, path, file] = /^([^=]+)=(.+)$/.exec(option) ?? [];
  return path === undefined || file === undefined ? undefined : { path, file };
}

/** The files that are read beside the inputs: the second table, and maps. */
export function filesBeside({ join, map = [] }: OptionValues): readonly string[] {
  const joined = join === undefined ? undefined : splitJoin(String(join));
  return [...(joined ? [joined.file] : []), ...(map as readonly string[]).filter((one) => mapDivision(one) <= 0)];
}

/** The options whose files are to be named in another way, so named. */
export function renameFiles(options: OptionValues, rename: (file: string) => string): OptionValues {
  const { input, map, join, merge, zip } = options;
  const joined = join === undefined ? undefined : splitJoin(String(join));
  return {
    ...(input !== undefined && { input: (input as readonly string[]).map(rename) }),
    ...(map !== undefined && { map: (map as readonly string[]).map((one) => (mapDivision(one) > 0 ? one : rename(one))) }),
    ...(joined && { join: `${joined.path}=${rename(joined.file)}` }),
    ...(merge !== undefined && { merge: rename(String(merge)) }),
    ...(zip !== undefined && { zip: rename(String(zip)) }),
  };
}
