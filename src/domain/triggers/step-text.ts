/** A step that sends a text message. */
import type { Step } from './definition.ts'
import { all, type Moves, type StepContext, type Walker } from './step.ts'

export async function sendText(
  _context: StepContext,
  { next }: Extract<Step, { do: 'sms' }>,
  walkers: readonly Walker[],
): Promise<Moves> {
  return all(walkers, { to: next, way: 'next', reason: 'no text was sent: text messages are not set up' })
}
