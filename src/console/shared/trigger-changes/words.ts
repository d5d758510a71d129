/** The strings of this folder in each language. */
import { useLanguage } from '../../texts/language.tsx'
import { changes } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof changes> = { en: changes, sv, de }

export const useChangeTexts = (): typeof changes => WORDS[useLanguage().language] ?? changes
