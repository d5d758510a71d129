/** The strings of the pickers in each language: loaded with them, not with the catalogue. */
import { useLanguage } from '../../texts/language.tsx'
import { pickers } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof pickers> = { en: pickers, sv, de }

export const usePickerTexts = (): typeof pickers => WORDS[useLanguage().language] ?? pickers
