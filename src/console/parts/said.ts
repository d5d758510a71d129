/** The error, in the language of the reader. */
import { ApiFailure } from '../api/client.ts'
import { type Catalogue, useTexts } from '../texts/language.tsx'

/** One sentence; of anything but an answer, that none came. */
export function useSaid(): (error: unknown) => string {
  const problems = useTexts('problems')
  const { unreachable } = useTexts('common')
  return error => {
    if (!(error instanceof ApiFailure)) return unreachable
    return problems[error.reason as keyof Catalogue['problems']] ?? error.message
  }
}
