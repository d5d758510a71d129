/**
 * The strings of the drawing of a trigger, in each language. They are loaded with its page: the
 * first page of the console has a bound of its size.
 */
import { usePageTexts } from '../../texts/page-texts.ts'
import { drawn } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: drawn, sv, de }

export const useDrawnTexts = () => usePageTexts(TEXTS)
