/** The strings of this page, in each language: loaded with it, not with the catalogue. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { connect } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: connect, sv, de }

export const useConnectTexts = () => usePageTexts(TEXTS)
