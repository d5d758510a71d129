/** The strings of the pickers in each language: loaded with them, not with the catalogue. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { pickers } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: pickers, sv, de }

export const usePickerTexts = () => usePageTexts(TEXTS)
