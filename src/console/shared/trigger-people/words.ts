/** The strings of this folder in each language, and how long people stay, in words. */
import { useMemo } from 'react'
import { useFigures } from '../../texts/figures.ts'
import { usePageTexts } from '../../texts/page-texts.ts'
import { type Stay, useStays } from './calls.ts'
import { standing } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: standing, sv, de }

export const useStandingTexts = () => usePageTexts(TEXTS)

/** Seconds: a step that only acts takes less, and nothing is said of it on its box. */
const SHORT = 60

export interface ShownStays {
  byStep: ReadonlyMap<string, Stay>
  /** For the boxes of the steps. */
  words: ReadonlyMap<string, string>
}

export function useShownStays(triggerId: number | undefined): ShownStays {
  const texts = useStandingTexts()
  const { span } = useFigures()
  const { data } = useStays(triggerId)
  return useMemo(() => {
    const byStep = new Map(data?.map(stay => [stay.step, stay]))
    const words = new Map(
      [...byStep.values()]
        .filter(({ longestSeconds }) => longestSeconds >= SHORT)
        .map(({ step, medianSeconds, longestSeconds }) => [
          step,
          texts.stay(span(medianSeconds), span(longestSeconds)),
        ]),
    )
    return { byStep, words }
  }, [data, texts, span])
}
