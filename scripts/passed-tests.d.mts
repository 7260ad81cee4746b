/** The files of unit tests to run, and how many others there are. `keep` remembers that all have passed. */
export function testsToRun(project?: string): { readonly toRun: string[]; readonly rest: number; readonly keep: () => void };
