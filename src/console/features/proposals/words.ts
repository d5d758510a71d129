/** The strings of these pages, in each language: loaded with the pages, not with the catalogue. */
import { useLanguage } from '../../texts/language.tsx'
import { proposals } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof proposals> = { en: proposals, sv, de }

export const useProposalTexts = (): typeof proposals => WORDS[useLanguage().language] ?? proposals
