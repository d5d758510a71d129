/** What is printed after emails were queued again. */
import { count } from './long-work.ts'

interface Queued {
  queued: number
  more: boolean
}

export const queuedAgain = (
  { queued, more }: Queued,
  { print }: { print(line: string): void },
): void =>
  print(
    queued === 0
      ? 'There are no such emails.'
      : `${count(queued)} emails are sent again.${more ? ' There may be more: call it again.' : ''}`,
  )
