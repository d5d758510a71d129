/** Asks for confirmation of irreversible commands: a user types yes, a program passes --yes. */
import type { Command } from 'commander'
import { CommandFailed, type Context } from './context.ts'

export interface YesOption {
  yes?: boolean
}

export const withYes = (command: Command): Command =>
  command.option('--yes', 'do not ask for confirmation')

/**
 * Continues if `--yes` was given or the user types yes. Ends the command on any other answer, or
 * without a terminal. `facts` are needed for the decision, `what` is the action, as in "Remove the
 * list".
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
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(`${what} for good? Type yes: `).finally(() => lines.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.')
}
