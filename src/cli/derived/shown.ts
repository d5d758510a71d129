/** The output of a command beside its action, and its inputs. */
import type { Command } from 'commander'
import type { ActionCall, AnswerOf, AnyAction, CallOf, ReadInput } from '../../actions/action.ts'
import type { Context } from '../context.ts'

export interface Terminal<Actions extends readonly AnyAction[], A> {
  print(line: string): void
  given: ReadInput<A>
  call: CallOf<Actions>
  /** Those of Shown.options, among others. */
  options: Record<string, unknown>
  /** For rows that are streamed into a file. */
  here: ActionCall
  progress(line: string): void
}

type RowOf<A> = AnswerOf<A> extends { items: (infer Row)[] } ? Row : never

/** The output of a command beside its action. */
export interface Shown<Actions extends readonly AnyAction[], A> {
  /** Command lines without the name of the program. */
  examples: readonly string[]
  /** More for its help. */
  notes?: string
  /** A former name. */
  alias?: string
  /** What the group does when no command of it is named. */
  isDefault?: true
  /** Names of options, where they are not those of the values. */
  flags?: Record<string, string>
  /** Arrays whose values are given one by one. */
  several?: readonly string[]
  /** Options that are written otherwise than their values: `A=50:3`; of arrays repeatable. */
  read?: Record<string, (text: string) => unknown>
  /** Values that are neither on nor off until they are given: `--tracking`, `--no-tracking`. */
  switches?: readonly string[]
  /**
   * The value that may come from a file, by --file, instead of its argument; what it is called.
   * `only`: it comes from a file alone.
   */
  file?: { of: string; called: string; only?: true }
  /** Values that are read from a file, by the option of this name. */
  files?: Record<string, string>
  /** Of an action of the installation: the value that --account names an account for. */
  owner?: string
  /** The value that is of an account, by default of the only one. */
  owned?: string
  /** Values that prepare() makes of files and other options: there is no option for them. */
  made?: readonly string[]
  /** Changes the body as it was given: by a prompt, of `optional` values that it may lack. */
  prepare?(
    context: Context,
    body: Record<string, unknown>,
    options: Record<string, unknown>,
  ): Promise<void>
  optional?: readonly string[]
  /** The URL to prompt for if it is absent, and the prompt: it may have a password. */
  secretUrl?: string
  /** Shows all rows unless --limit says how many; otherwise as many as a page has. */
  all?: true
  /** Adds options that are the terminal's own, such as files. */
  options?(command: Command): void
  /** Reads pictures beside the given files. */
  pictures?(options: Record<string, unknown>): ActionCall['readPicture']
  /** Done with the answer before it is shown; --json has its values, too. */
  beside?(answer: AnswerOf<A>, terminal: Terminal<Actions, A>): Promise<object>
  /** Before a change that needs confirmation: its effects, its name, and the text afterwards. */
  ask?(
    terminal: Terminal<Actions, A>,
  ): Promise<{ facts: string; what: string; done?: string } | undefined>
  /** A line for each of many rows, written as they are read; with --json an object a line. */
  each?(row: RowOf<A>): string
  /** The text for an empty list. */
  none?(given: ReadInput<A>): string
  /** The exit code is 1, as that of a check that found something. */
  isWrong?(answer: AnswerOf<A>): boolean
  /** Why the command fails although there is an answer. */
  failed?(answer: AnswerOf<A>, terminal: Terminal<Actions, A>): string | undefined
  text?(answer: AnswerOf<A>, terminal: Terminal<Actions, A>): void | Promise<void>
}

export type AnyShown = Shown<readonly AnyAction[], never>

export type CommandsOf<Actions extends readonly AnyAction[]> = {
  [A in Actions[number] as Exclude<A['command'], undefined>]: Shown<Actions, A>
}
