// Names under which the store takes a template's images, fonts and attachments.

/** Why a name of an asset is invalid. A valid name is a plain relative path with `/`. Undefined: the name is valid. */
export function findNameFault(name: string): string | undefined {
  if (name === '' || name.length > 200) return 'must have 1 to 200 characters';
  if (/[\\:*?"<>|\u0000-\u001f\u007f]/.test(name)) return 'must not have any of \\ : * ? " < > | or control characters';
  for (const part of name.split('/')) {
    if (part === '' || part === '.' || part === '..')
      return 'must be a plain relative path such as "logo.png" or "fonts/Inter.ttf"';
    if (part.startsWith('.')) return 'must not have a part that begins with a dot';
  }
  return undefined;
}
