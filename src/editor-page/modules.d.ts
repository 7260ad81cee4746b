// Modules that scripts/bundle-browser.mjs makes.

declare module '#part-schemas' {
  export const schemas: import('../document/compile/part-schemas.ts').PartSchemas;
}
