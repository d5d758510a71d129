/**
 * `pennypost completion SHELL`: a script that completes commands and options, generated from the
 * commands.
 */
import { Argument, Command } from 'commander'
import type { CommandGroup, Context } from './context.ts'

/** The completions after some words: ` list`, ` list add`; '' is the program itself. */
interface Place {
  words: string
  /** Subcommands, then options. */
  next: string[]
}

const SHELLS = { bash, zsh, fish }

type Shell = keyof typeof SHELLS

export function register(
  command: Command,
  context: Context,
  groups: readonly CommandGroup[],
): void {
  command
    .addArgument(new Argument('<shell>', 'for which shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost completion bash > ~/.local/share/bash-completion/completions/pennypost
  $ pennypost completion zsh > "\${fpath[1]}/_pennypost"
  $ pennypost completion fish > ~/.config/fish/completions/pennypost.fish`,
    )
    .action(async (shell: Shell) => context.print(SHELLS[shell](await places(context, groups))))
}

async function places(context: Context, groups: readonly CommandGroup[]): Promise<Place[]> {
  const program = new Command('pennypost')
  for (const { name, load } of groups) {
    const loaded = await load()
    loaded.register(program.command(name), context, groups)
  }
  return placesFrom(program, '')
}

function placesFrom(command: Command, words: string): Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command).filter(one => one.name() !== 'help')
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? [])
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const next = [...commands.map(one => one.name()), ...choices, ...options]
  return [{ words, next }, ...commands.flatMap(one => placesFrom(one, `${words} ${one.name()}`))]
}

const cases = (all: Place[], line: (place: Place) => string): string => all.map(line).join('\n')

/** The words that have completions after them. */
const within = (all: Place[]): string =>
  all
    .filter(({ words }) => words !== '')
    .map(({ words }) => `'${words}'`)
    .join('|')

function bash(all: Place[]): string {
  return `# bash completion for pennypost
_pennypost() {
  local place='' next='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${within(all)}) place="$place \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place" in
${cases(all, ({ words, next }) => `    '${words}') next='${next.join(' ')}' ;;`)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pennypost pennypost ./pennypost`
}

function zsh(all: Place[]): string {
  return `#compdef pennypost
_pennypost() {
  local place='' word
  local -a next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
      ${within(all)}) place="$place $word" ;;
    esac
  done
  case "$place" in
${cases(all, ({ words, next }) => `    '${words}') next=(${next.join(' ')}) ;;`)}
  esac
  compadd -a next || _files
}
if [ "$funcstack[1]" = _pennypost ]; then _pennypost "$@"; else compdef _pennypost pennypost; fi`
}

function fish(all: Place[]): string {
  const known = within(all).replaceAll('|', ' ')
  return `# fish completion for pennypost
function __pennypost_at
  set -l place ''
  for word in (commandline -opc)[2..]
    switch "$place $word"
      case ${known}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
${cases(all, ({ words, next }) => `complete -c pennypost -n "__pennypost_at '${words}'" -a '${next.join(' ')}'`)}`
}
