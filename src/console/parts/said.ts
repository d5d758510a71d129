/** What went wrong, in the words of the reader. */
import { ApiFailure } from '../api/client.ts'
import { useTexts, useTextsOf } from '../texts/language.tsx'
import { type Problems, problemTexts } from '../texts/problems.ts'

/** One sentence; of anything but an answer, that none came. */
export function useSaid(): (error: unknown) => string {
  const problems = useTextsOf(problemTexts)
  const { unreachable } = useTexts()
  return error => {
    if (!(error instanceof ApiFailure)) return unreachable
    return problems[error.reason as keyof Problems] ?? error.message
  }
}
