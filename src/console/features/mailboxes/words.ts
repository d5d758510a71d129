/** The strings of the page of mailboxes, in each language, loaded with the page. */
import { usePageTexts } from '../../texts/page-texts.ts'
import { mailboxes } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: mailboxes, sv, de }

export const useMailboxTexts = () => usePageTexts(TEXTS)
