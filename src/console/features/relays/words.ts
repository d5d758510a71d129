/** The strings of the page of one relay, in each language, loaded with the page. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { onePage } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: onePage, sv, de }

export const useRelayTexts = () => usePageTexts(TEXTS)
