/** Shortens absolute paths in a text to their last part. Answers and logs must not tell where files lie. */
export function hidePaths(text: string): string {
  return text.replace(/(?:file:\/\/|[A-Za-z]:)?(?:[\\/][^\s\\/:'"()<>]+){2,}/g, (path) => path.slice(path.search(/[^\\/]+$/)));
}
