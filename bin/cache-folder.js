import { isAbsolute, join } from 'node:path';

/**
 * Where compiled code is kept for the next run. The folder must belong to this user, because the code in it is run. A relative path does not count (XDG
 * Base Directory Specification). Under sudo the home may be another user's. Undefined: nowhere.
 */
export function cacheFolder() {
  const { HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE, SUDO_UID, XDG_CACHE_HOME } = process.env;
  const caches = [XDG_CACHE_HOME, HOME && join(HOME, '.cache'), LOCALAPPDATA].find((path) => path && isAbsolute(path));
  return caches && SUDO_UID === undefined && !NODE_DISABLE_COMPILE_CACHE ? join(caches, 'pdfgen') : undefined;
}
