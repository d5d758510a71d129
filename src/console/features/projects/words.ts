/** The strings of these pages, in each language, loaded with the pages. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { projects } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: projects, sv, de }

export const useProjectTexts = () => usePageTexts(TEXTS)
