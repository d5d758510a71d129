/**
 * The strings of a page that are loaded with it, not with the catalogue of the language: the first
 * page of the console has a bound of its size.
 */
import { useLanguage } from './language.tsx'

type PageTexts<Texts> = Readonly<Record<'en' | 'de' | 'sv', Texts>>

/** The strings in the language in use, or else in English. */
export function usePageTexts<Texts>(byLanguage: PageTexts<Texts>): Texts {
  const { language } = useLanguage()
  return (byLanguage as Readonly<Record<string, Texts>>)[language] ?? byLanguage.en
}
