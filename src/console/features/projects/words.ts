/** The strings of these pages, in each language, loaded with the pages. */
import { useLanguage } from '../../texts/language.tsx'
import { projects } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof projects> = { en: projects, sv, de }

export const useProjectTexts = (): typeof projects => WORDS[useLanguage().language] ?? projects
