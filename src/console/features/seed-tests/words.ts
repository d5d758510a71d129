/** The strings of this page, in each language, loaded with the page. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { seedTests } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: seedTests, sv, de }

export const useSeedTexts = () => usePageTexts(TEXTS)
