/** The strings of the page of hosts, in each language, loaded with it. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { hosts } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: hosts, sv, de }

export const useHostTexts = () => usePageTexts(TEXTS)
