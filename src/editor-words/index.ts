// The words of the editor in the language that it speaks. To add a language, write a file like `en.ts`, and export it here instead.
export * from './en.ts';
