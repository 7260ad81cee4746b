// The prompts that the program uses, bundled by scripts/build.mjs.

declare module '#prompts' {
  export { confirm, input, password, select } from '@inquirer/prompts';
}
