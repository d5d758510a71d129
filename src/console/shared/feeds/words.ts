/**
 * The strings on feeds, in each language. They are loaded with the composer and the triggers: the
 * first page of the console has a bound of its size.
 */
import { usePageTexts } from '../../texts/page-texts.ts'
import { feeds } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: feeds, sv, de }

export const useFeedTexts = () => usePageTexts(TEXTS)
