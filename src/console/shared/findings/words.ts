/** A finding of a check in the language of the reader. */
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import { useDetailWords } from '../../parts/said.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function useFindingWords(): (finding: ContentFindingAnswer) => {
  says: string
  mend: string | null
} {
  const texts = useTexts('findings')
  const { mendHere } = useTexts('common')
  const detailWords = useDetailWords()
  const { number } = useFormats()
  return ({ code, values = {}, told, says, mend }) => {
    if (told) return { says: detailWords(told.code, told.values) ?? says, mend: mendHere }
    const text = code && texts[code]
    if (!text) return { says, mend }
    const value = (name: string) => {
      const given = values[name] ?? ''
      return typeof given === 'number' ? number(given) : given
    }
    return { says: text.says(value), mend: mend === null ? null : (text.mend ?? mend) }
  }
}
