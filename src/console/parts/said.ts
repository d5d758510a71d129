/** The error, in the language of the reader. */
import { useCallback, useMemo } from 'react'
import type { ImportAnswer } from '../../actions/imports/imports.ts'
import type { SentenceAnswer, WhyAnswer } from '../../actions/sentences.ts'
import {
  type DetailLanguage,
  problemIn,
  type ReasonAnswer,
  reasonsIn,
  sentenceIn,
} from '../../words/say.ts'
import { ApiFailure } from '../api/client.ts'
import { useFormats, useTexts } from '../texts/language.tsx'

type TroubleAnswer = Pick<ImportAnswer, 'trouble'> & {
  causes: readonly ReasonAnswer[]
}

function useDetailLanguage(): DetailLanguage {
  const details = useTexts('details')
  const { number, time } = useFormats()
  return useMemo(() => ({ details, number, time }), [details, number, time])
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
  const language = useDetailLanguage()
  return ({ trouble, causes }: TroubleAnswer): string =>
    reasonsIn(language, causes) ?? trouble ?? ''
}

/** Why something stands still: a sentence of the service, or the words of a person or a server. */
export function useReasonWords(): (of: { reason: string | null; why: WhyAnswer }) => string {
  const sentenceWords = useSentenceWords()
  return ({ reason, why }) => (why ? sentenceWords({ ...why, says: reason ?? '' }) : (reason ?? ''))
}

/** One sentence of a refusal; of anything but an answer, that none came. */
export function useSaid(): (error: unknown) => string {
  const language = useDetailLanguage()
  const findings = useTexts('findings')
  const problems = useTexts('problems')
  const { unreachable } = useTexts('common')
  return error =>
    error instanceof ApiFailure
      ? problemIn({ ...language, findings, problems }, error)
      : unreachable
}
