// Modules that scripts/bundle-browser.mjs makes.

declare module '#library-files' {
  /** The addresses of files of packages, by their paths there. */
  export const libraryFiles: Readonly<Record<string, string>>;
}

declare module '#worker' {
  export const workerAddress: URL;
}

declare module '#picture-worker' {
  export const pictureWorkerAddress: URL;
}

declare module '#part-schemas' {
  export const schemas: import('../document/compile/part-schemas.ts').PartSchemas;
}
