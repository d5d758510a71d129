/** The strings about servers of mail, in each language, loaded with the pages that have them. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { servers } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: servers, sv, de }

export const useServerTexts = () => usePageTexts(TEXTS)
