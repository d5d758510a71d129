/** The strings of the brand, in each language, loaded with it. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { brand } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: brand, sv, de }

export const useBrandTexts = () => usePageTexts(TEXTS)
