/** The strings of reports and recipients, in every language. */
import type { ConsoleLanguage } from '../language.tsx'
import type { ReportTexts } from './report-texts.ts'
import { reportDe } from './texts-de.ts'
import { reportEn } from './texts-en.ts'
import { reportSv } from './texts-sv.ts'

export const reportTexts: Record<ConsoleLanguage, ReportTexts> = {
  en: reportEn,
  sv: reportSv,
  de: reportDe,
}
