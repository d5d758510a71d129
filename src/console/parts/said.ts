/** The error, in the language of the reader. */
import { useCallback, useMemo } from 'react'
import type { ImportAnswer } from '../../actions/imports/imports.ts'
import type { DetailCode } from '../../actions/problem.ts'
import type { ToldAnswer, WhyAnswer } from '../../actions/told.ts'
import { ApiFailure } from '../api/client.ts'
import { useFormats, useTexts } from '../texts/language.tsx'

type TroubleAnswer = Pick<ImportAnswer, 'trouble' | 'causes'>

/** Reasons that say nothing without the sentence of the service. */
const VAGUE = new Set(['not-valid', 'not-now'])

/** A detail by its code; undefined: the language leaves it to the service. */
export function useDetailWords() {
  const details = useTexts('details')
  const { number, time } = useFormats()
  return useMemo(
    () => (code: DetailCode | undefined, values: Record<string, string | number>) =>
      code &&
      details[code]?.(
        name => String(values[name] ?? ''),
        name => number(Number(values[name] ?? 0)),
        name => time(String(values[name])),
      ),
    [details, number, time],
  )
}

/** A sentence of an answer. */
export type ToldWords = (of: Pick<ToldAnswer, 'says'> & NonNullable<WhyAnswer>) => string

/** A sentence of an answer, with the sentence within it. */
export function useToldWords(): ToldWords {
  const detailWords = useDetailWords()
  return useCallback(
    ({ code, values, because, says }) => {
      const within = because && detailWords(because.code, because.values)
      return detailWords(code, within ? { ...values, says: within } : values) ?? says
    },
    [detailWords],
  )
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
  const toldWords = useToldWords()
  return ({ reason, why }) => (why ? toldWords({ ...why, says: reason ?? '' }) : (reason ?? ''))
}

/**
 * One sentence: by the code of the detail, else by the reason; of anything but an answer, that none
 * came.
 */
export function useSaid(): (error: unknown) => string {
  const detailWords = useDetailWords()
  const problems = useTexts('problems')
  const { unreachable } = useTexts('common')
  return error => {
    if (!(error instanceof ApiFailure)) return unreachable
    const { code, values, reason, message } = error
    const detail = detailWords(code, values)
    if (detail !== undefined) return detail
    const general = problems[reason as keyof typeof problems]
    if (general === undefined) return message
    // An error in a source has no code: it comes with a line and a column.
    return VAGUE.has(reason) ? `${general} ${message}` : general
  }
}
