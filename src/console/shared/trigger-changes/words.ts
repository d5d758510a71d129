/** The strings of this folder in each language. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { changes } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: changes, sv, de }

export const useChangeTexts = () => usePageTexts(TEXTS)
