// The files of a template that people write.

/** Absolute paths of the parts of a template. A part without a file of its own is in `document`. */
export interface TemplateFiles {
  readonly document: string;
  readonly schema: string;
  readonly example: string;
}

/** A template as a call has read it from its files. */
export interface ReadTemplate {
  readonly files: TemplateFiles;
  /** The template document with `dataSchema` and `exampleData`. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** The file that has the value at a pointer into the template document, and the pointer into the JSON of this file. */
export function findFile(pointer: string, files: TemplateFiles): { readonly file: string; readonly pointer: string } {
  for (const [member, file] of [
    ['/dataSchema', files.schema],
    ['/exampleData', files.example],
  ] as const) {
    if (pointer !== member && !pointer.startsWith(`${member}/`)) continue;
    return { file, pointer: file === files.document ? pointer : pointer.slice(member.length) };
  }
  return { file: files.document, pointer };
}
