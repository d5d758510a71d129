/**
 * The strings of these pages, in each language. They are loaded with the pages, not with the
 * catalogue: the first page of the console has a bound of its size.
 */
import { usePageTexts } from '../../texts/page-texts.ts'
import { sms } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: sms, sv, de }

export const useSmsTexts = () => usePageTexts(TEXTS)
