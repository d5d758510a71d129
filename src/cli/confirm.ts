/** A question before something that can't be taken back: who is at the keyboard types yes, a program says --yes. */
import { createInterface } from 'node:readline/promises'
import { CommandFailed } from './context.ts'

/** `refused` ends the command when the answer is another, or when nobody is there to be asked. */
export async function confirmed(question: string, refused: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandFailed(`${refused} Add --yes to go on without being asked.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(`${question} Type yes: `).finally(() => lines.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed(refused)
}
