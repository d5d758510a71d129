/**
 * The command line. One file per group of commands, each of which registers its commands. Exit
 * codes: 0 done; 1 failed (one sentence on standard error); 2 usage error.
 */
import { Command, CommanderError, Option } from 'commander'
import { programVersion } from '../lib/build.ts'
import type { SettingsModule } from './context.ts'
import { groups } from './groups.ts'
import { helpStyle, usageOf } from './help.ts'
import { writeText } from './terminal.ts'

export async function main(argv: string[]): Promise<void> {
  // A reader may close the pipe early: `pennypost optout list | head`.
  process.stdout.on('error', error =>
    process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1),
  )
  const program = commandTree()
  await loadGroup(program, groupAsked(argv.slice(2)))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // Commander has printed it already; requested help is not a failure.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      // Commander names one missing item; the usage names all.
      if (/\.missing/.test(error.code))
        process.stderr.write(`Usage: ${usageOf(commandMeant(program, argv))}\n`)
    } else {
      const { explain } = await import('./failure.ts')
      // A value is refused before the command runs.
      const { speak } = await import('./language.ts')
      await speak(program.opts<{ language?: string }>().language)
      writeText(process.stderr, `${explain(error)}\n`)
      process.exitCode = 1
    }
  }
}

/** The program with the names of its groups: enough for its help, and to detect a wrong name. */
function commandTree(): Command {
  const program = new Command('pennypost')
    .description(
      'Self-hosted newsletter mailing with a web service that old programs already speak.',
    )
    .version(programVersion(), '-V, --version')
    .addOption(
      new Option(
        '--language <code>',
        'of refusals, findings and advice; otherwise that of LC_ALL, LC_MESSAGES or LANG',
      ).choices(['en', 'sv', 'de']),
    )
    .addHelpText('after', '\nExample:\n  $ pennypost start')
    .showHelpAfterError('(see --help)')
    // Options after a subcommand belong to the subcommand: `pennypost import show 3 --json`.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp(helpStyle)
  for (const { name, about } of groups) program.command(name).description(about)
  return program
}

/** The first word, or the second of `help list`. Of the options before it one takes a value. */
function groupAsked(words: string[]): string | undefined {
  const [first, second] = words.filter(
    (word, at) => !word.startsWith('-') && words[at - 1] !== '--language',
  )
  return first === 'help' ? second : first
}

async function loadGroup(program: Command, name: string | undefined): Promise<void> {
  const group = groups.find(one => one.name === name)
  const command = program.commands.find(one => one.name() === name)
  if (!group || !command) return
  const [{ register }, { createContext }] = [await group.load(), await import('./context.ts')]
  let settings: SettingsModule
  program.hook('preAction', async () => {
    const { speak } = await import('./language.ts')
    await speak(program.opts<{ language?: string }>().language)
    settings = await import('../settings/config.ts')
  })
  register(
    command,
    createContext(() => settings),
    groups,
  )
}

function commandMeant(program: Command, argv: string[]): Command {
  let meant = program
  for (const word of argv.slice(2))
    meant = meant.commands.find(one => one.name() === word || one.aliases().includes(word)) ?? meant
  return meant
}
