/** The strings of this page, in each language: loaded with it, not with the catalogue. */
import { useLanguage } from '../../texts/language.tsx'
import { connect } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof connect> = { en: connect, sv, de }

export const useConnectTexts = (): typeof connect => WORDS[useLanguage().language] ?? connect
