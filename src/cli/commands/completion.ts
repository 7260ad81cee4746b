// pdfgen completion
import { suggest } from '../../words/nearest.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand } from '../command.ts';
import { type Suggestion, suggestWords } from '../command-line/suggest-words.ts';

const help = `
Examples:
  pdfgen completion bash >> ~/.bashrc
  pdfgen completion zsh >> ~/.zshrc
  pdfgen completion fish > ~/.config/fish/completions/pdfgen.fish
  pdfgen completion powershell >> $PROFILE

The script calls pdfgen with the words of your line: pdfgen completion SHELL -- WORDS. Where pdfgen has no words, the shell offers files.

Exit codes:
  0  done`;

interface Shell {
  /** Asks pdfgen for words at each Tab. */
  readonly script: string;
  /** The script writes this before the last word, because the shell drops empty words. */
  readonly mark?: string;
  /** The shell splits a word at each colon. An answer replaces only the text after the last colon. */
  readonly splitsAtColons?: true;
  /** A line of the answer that the script reads. */
  readonly toAnswer: (suggestion: Suggestion) => string;
}

const wordAlone = ({ word }: Suggestion): string => word;
const wordThenTab = ({ word, about }: Suggestion): string => `${word}\t${toLine(about)}`;

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    script: `_pdfgen() {
  local IFS=$'\\n'
  COMPREPLY=($(pdfgen completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _pdfgen pdfgen
`,
    splitsAtColons: true,
    toAnswer: wordAlone,
  },
  zsh: {
    script: `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_pdfgen() {
  local -a found
  found=("\${(@f)$(pdfgen completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then _describe pdfgen found; else _files; fi
}
compdef _pdfgen pdfgen
`,
    // A colon ends the word.
    toAnswer: ({ word, about }) => `${word.replaceAll(':', '\\:')}:${toLine(about)}`,
  },
  fish: {
    script: `function __pdfgen_words
  set -l found (pdfgen completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c pdfgen -f -a '(__pdfgen_words)'
`,
    toAnswer: wordThenTab,
  },
  powershell: {
    script: `Register-ArgumentCompleter -Native -CommandName pdfgen -ScriptBlock {
  param($begun, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor -or -not $begun } | ForEach-Object { "$_" })
  pdfgen completion powershell -- @words "=$begun" 2>$null | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}
`,
    mark: '=',
    toAnswer: wordThenTab,
  },
};

export const command: CliCommand = {
  description: 'Prints a script by which a shell completes commands, options, templates and profiles of pdfgen at the Tab key.',
  help,
  define: (command) =>
    command
      .argument('<shell>', Object.keys(shells).join(', '))
      .argument('[words...]', 'after --: words of a line; prints what may be the last of them'),
  async run(context, [given, words = []]) {
    const name = String(given);
    if (!Object.hasOwn(shells, name))
      throw new UsageError(
        `There is no script for ${name}${suggest(name, Object.keys(shells)) || `; there are: ${Object.keys(shells).join(', ')}`}`,
      );
    const { script, mark = '', splitsAtColons, toAnswer } = shells[name]!;
    if (words.length === 0) {
      context.print(script);
      return 0;
    }
    const heard = [...words.slice(0, -1), words.at(-1)!.slice(mark.length)];
    const line = splitsAtColons ? joinAtColons(heard) : heard;
    const kept = splitsAtColons ? line.at(-1)!.lastIndexOf(':') + 1 : 0;
    // A fault of the line is reported when the user runs it.
    for (const { word, about } of await suggestWords(line, context).catch(() => []))
      context.print(`${toAnswer({ word: word.slice(kept), about })}\n`);
    return 0;
  },
};

/** `localhost`, `:`, `3000` become one word again. */
function joinAtColons(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const [i, word] of words.entries()) {
    if (i > 0 && (word === ':' || words[i - 1] === ':')) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
  }
  return joined;
}
