/** The error, in the language of the reader. */
import { useCallback, useMemo } from 'react'
import type { ImportAnswer } from '../../actions/imports/imports.ts'
import type { DetailCode } from '../../actions/problem.ts'
import type { SentenceAnswer, WhyAnswer } from '../../actions/sentences.ts'
import { type DetailLanguage, detailIn, problemIn, sentenceIn } from '../../words/say.ts'
import { ApiFailure } from '../api/client.ts'
import { useFormats, useTexts } from '../texts/language.tsx'

type TroubleAnswer = Pick<ImportAnswer, 'trouble' | 'causes'>

function useDetailLanguage(): DetailLanguage {
  const details = useTexts('details')
  const { number, time } = useFormats()
  return useMemo(() => ({ details, number, time }), [details, number, time])
}

/** A detail by its code; undefined: the language leaves it to the service. */
function useDetailWords() {
  const language = useDetailLanguage()
  return useCallback(
    (code: DetailCode | undefined, values: Record<string, string | number>) =>
      code && detailIn(language, { code, values }),
    [language],
  )
}

/** A sentence of an answer. */
export type SentenceWords = (of: Pick<SentenceAnswer, 'says'> & NonNullable<WhyAnswer>) => string

/** A sentence of an answer, with the sentence within it. */
export function useSentenceWords(): SentenceWords {
  const language = useDetailLanguage()
  return useCallback(sentence => sentenceIn(language, sentence), [language])
}

/** A trouble sentence by sentence; of an earlier version, as the service says it. */
export function useTroubleWords() {
  const detailWords = useDetailWords()
  return ({ trouble, causes }: TroubleAnswer): string => {
    const said = causes.map(({ code, values }) => detailWords(code, values))
    return said.length > 0 && !said.includes(undefined) ? said.join(' ') : (trouble ?? '')
  }
}

/** Why something stands still: a sentence of the service, or the words of a person or a server. */
export function useReasonWords(): (of: { reason: string | null; why: WhyAnswer }) => string {
  const sentenceWords = useSentenceWords()
  return ({ reason, why }) => (why ? sentenceWords({ ...why, says: reason ?? '' }) : (reason ?? ''))
}

/** One sentence of a refusal; of anything but an answer, that none came. */
export function useSaid(): (error: unknown) => string {
  const language = useDetailLanguage()
  const problems = useTexts('problems')
  const { unreachable } = useTexts('common')
  return error =>
    error instanceof ApiFailure ? problemIn({ ...language, problems }, error) : unreachable
}
