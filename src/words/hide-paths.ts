/** The text with absolute paths shortened to their last part: where files lie is told to nobody who reads answers or logs. */
export function hidePaths(text: string): string {
  return text.replace(/(?:file:\/\/|[A-Za-z]:)?(?:[\\/][^\s\\/:'"()<>]+){2,}/g, (path) => path.slice(path.search(/[^\\/]+$/)));
}
