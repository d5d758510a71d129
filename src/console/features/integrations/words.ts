/**
 * The strings of the page of integrations, in each language. They are loaded with the page, not
 * with the catalogue: the first page of the console has a bound of its size.
 */
import { useTexts } from '../../texts/language.tsx'
import { usePageTexts } from '../../texts/page-texts.ts'
import type { Program, ProgramCallEnd } from './calls.ts'
import { integrations } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: integrations, sv, de }

export const useProgramTexts = () => usePageTexts(TEXTS)

/** How a call ended, as a sentence, and what to change in the program. */
export function useEndWords() {
  const texts = useProgramTexts()
  const problems = useTexts('problems') as Partial<Record<string, string>>
  return {
    cause: (end: ProgramCallEnd): string => texts.ends[end] ?? problems[end] ?? texts.endOther(end),
    repair: (end: ProgramCallEnd): string => texts.repairs[end] ?? texts.repairOther,
  }
}

/** Its kind is told by a name that is the same in all languages, except where there is none. */
export function useTitle() {
  const texts = useProgramTexts()
  return ({ name, keyName, client, title, network }: Program): string => {
    if (name !== null || keyName !== null) return title
    if (client === 'others') return texts.others
    if (client === 'unknown' || client === 'unnamed') return `${texts[client]}, ${network}`
    return title
  }
}
