/** The strings of the pages of newsletters, in each language, loaded with it. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { newsletters } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: newsletters, sv, de }

export const useNewsletterTexts = () => usePageTexts(TEXTS)
