/** The path before each operation's own path. */
export const apiPrefix = '/api/v1';

/** The path of a job's result. */
export const resultPath = (jobUuid: string): string => `${apiPrefix}/render-jobs/${jobUuid}/result`;
