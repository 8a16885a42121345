/** Completion by the shell. */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * For bash 3.2, which macOS has, and later. The package's own script needs functions of bash-completion, and evaluates
 * what was typed. Words are passed as they are. Without suggestions, bash completes file names.
 */
const BASH = `# Completion of social-publishing for bash 3.2 and later.
_social_publishing() {
  local suggestion
  COMPREPLY=()
  while IFS=$'\\t' read -r suggestion _; do
    case $suggestion in
      :*) ;;
      *) COMPREPLY+=("$suggestion") ;;
    esac
  done < <(social-publishing complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -o default -F _social_publishing social-publishing
`;

/** The package's script needs the completion system. */
const ZSH_START = '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n';

/** Adds `completion`, and `complete`, which the scripts call for suggestions. All other commands must exist. */
export function addCompletion(program: Command, print: (text: string) => void): void {
  const suggestions = tab(program, { completionCommandName: 'completion' });
  const name = program.name();
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('prints the completion script of a shell')
    .action((shell: string) => {
      if (shell === 'bash') return print(BASH);
      if (shell === 'zsh') print(ZSH_START);
      suggestions.setup(name, name, shell);
    });
}
