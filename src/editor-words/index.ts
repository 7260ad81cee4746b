// The words of the editor in the language that it speaks. Another language is a file like `en.ts` beside it, named here: no other file has words.
export * from './en.ts';
