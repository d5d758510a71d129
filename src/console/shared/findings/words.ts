/** A finding of a check in the language of the reader. */
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import { findingIn } from '../../../words/say.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function useFindingWords(): (finding: ContentFindingAnswer) => {
  says: string
  mend: string | null
} {
  const findings = useTexts('findings')
  const details = useTexts('details')
  const { mendHere } = useTexts('common')
  const { number, time } = useFormats()
  return finding => {
    const { code, refusal, says, mend } = finding
    const ours = code && findings[code]?.mend
    return {
      says: findingIn({ findings, details, number, time }, finding) ?? says,
      mend: refusal ? mendHere : mend === null ? null : (ours ?? mend),
    }
  }
}
