// The words of the editor and the preview in the language that they speak. To add a language, write a file like `en.ts`, and export it here instead.
// Faults that the engine finds, answers of the server and descriptions of properties come from elsewhere.
export * from './en.ts';
