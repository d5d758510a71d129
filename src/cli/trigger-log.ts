/**
 * `pennypost trigger log`: who passed which step, when and why; recent entries of all subscribers,
 * or all entries of one.
 */
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import type { triggerRuns } from '../actions/triggers/trigger-runs.ts'
import { whyText } from './language.ts'
import { minuteText } from './trigger-show.ts'

type Passages = AnswerOf<ActionOf<typeof triggerRuns, 'GET /triggers/:triggerId/passages'>>

export function printPassages(
  { zone, passages, runs = [] }: Passages,
  { print }: { print(line: string): void },
): void {
  if (passages.length === 0 && runs.length === 0) print('No subscriber has passed a step yet.')
  const minute = (moment: string) => minuteText(new Date(moment), zone)
  for (const { entry, version, entered, step, due, ended, ending, endingWhy } of runs) {
    const now =
      due === null
        ? `ended ${minute(ended ?? entered)}: ${whyText(ending ?? '', endingWhy)}`
        : `at ${step}, checked again ${minute(due)}`
    print(`Run ${entry}, version ${version}: entered ${minute(entered)}, ${now}`)
  }
  for (const { at, email, entry, step, way, reason, why } of passages) {
    const who = email === undefined ? `run ${entry}` : (email ?? '(erased)')
    print(
      `${minute(at)}  ${who}  ${step}${way === 'next' ? '' : ` ${way}`}: ${whyText(reason, why)}`,
    )
  }
}
