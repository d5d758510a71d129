/**
 * A question before something that can't be taken back: who is at the keyboard types yes, a program
 * says --yes.
 */
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { CommandFailed, type Context } from './context.ts'

export interface YesOption {
  yes?: boolean
}

export const withYes = (command: Command): Command => command.option('--yes', 'do not ask')

/**
 * Goes on when `--yes` was given or somebody types yes. Ends the command when the answer is
 * another, or when nobody is there to be asked.
 * `facts` is what a person has to know to decide, `what` the deed, as in "Remove the list".
 */
export async function confirmed(
  { progress }: Context,
  { yes }: YesOption,
  facts: string,
  what: string,
): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY)
    throw new CommandFailed(
      `${facts} This can't be undone: add --yes to go on. Nothing was changed.`,
    )
  progress(facts)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(`${what} for good? Type yes: `).finally(() => lines.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.')
}
