/** What each setting is for, in the language of the page: loaded with it. */
import { settings as german } from '../../../words/de/settings.ts'
import { settings as swedish } from '../../../words/sv/settings.ts'
import { useLanguage } from '../../texts/language.tsx'

const WORDS: Record<string, Record<string, string>> = { de: german, sv: swedish }

export function useSettingWords(): (of: { name: string; sentence: string }) => string {
  const { language } = useLanguage()
  return ({ name, sentence }) => WORDS[language]?.[name] ?? sentence
}
