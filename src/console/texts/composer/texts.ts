/** The strings of the composer, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { ComposerTexts } from './composer-texts.ts'
import { composerDe } from './texts-de.ts'
import { composerEn } from './texts-en.ts'
import { composerSv } from './texts-sv.ts'

export const composerTexts: Record<ConsoleLanguage, ComposerTexts> = {
  en: composerEn,
  sv: composerSv,
  de: composerDe,
}
