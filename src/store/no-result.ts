/** SQL for SET: removes the result from a row of `jobs`. */
export const noResult =
  'result_blob = NULL, result_filename = NULL, result_bytes = NULL, result_pages = NULL, result_sha256 = NULL';
