/** The strings of these pages, in each language: loaded with the pages, not with the catalogue. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { proposals } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: proposals, sv, de }

export const useProposalTexts = () => usePageTexts(TEXTS)
