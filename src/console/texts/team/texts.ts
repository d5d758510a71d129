/** The strings of members, API keys, the audit log and one's own settings, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { TeamTexts } from './team-texts.ts'
import { de } from './texts-de.ts'
import { en } from './texts-en.ts'
import { sv } from './texts-sv.ts'

export const teamTexts: Record<ConsoleLanguage, TeamTexts> = { en, sv, de }
