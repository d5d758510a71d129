/**
 * The strings of the drawing of a trigger, in each language. They are loaded with its page: the
 * first page of the console has a bound of its size.
 */
import { useLanguage } from '../../texts/language.tsx'
import { drawn } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof drawn> = { en: drawn, sv, de }

export const useDrawnTexts = (): typeof drawn => WORDS[useLanguage().language] ?? drawn
