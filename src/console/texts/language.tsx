/** The language of the console: a kept choice, otherwise that of the browser. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ConsoleTexts } from './console-texts.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { sv } from './sv.ts'

const catalogue = { en, sv, de } satisfies Record<string, ConsoleTexts>

export type ConsoleLanguage = keyof typeof catalogue

export const LANGUAGES: readonly { value: ConsoleLanguage; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'sv', label: 'Svenska' },
  { value: 'de', label: 'Deutsch' },
]

const KEY = 'pennypost-language'

const known = (text: string): text is ConsoleLanguage => Object.hasOwn(catalogue, text)

export function chosenLanguage(): ConsoleLanguage {
  const wishes = [localStorage.getItem(KEY) ?? '', ...navigator.languages]
  return wishes.map(wish => wish.slice(0, 2).toLowerCase()).find(known) ?? 'en'
}

interface LanguageInUse {
  language: ConsoleLanguage
  texts: ConsoleTexts
  choose(language: ConsoleLanguage): void
}

const Language = createContext<LanguageInUse>({ language: 'en', texts: en, choose() {} })

export function TextsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(chosenLanguage)
  const value = useMemo<LanguageInUse>(
    () => ({
      language,
      texts: catalogue[language],
      choose(next) {
        localStorage.setItem(KEY, next)
        document.documentElement.lang = next
        setLanguage(next)
      },
    }),
    [language],
  )
  return <Language value={value}>{children}</Language>
}

export const useLanguage = () => useContext(Language)
export const useTexts = () => useContext(Language).texts

/** The strings of one area of pages, which are loaded with them. */
export const useTextsOf = <Texts,>(area: Record<ConsoleLanguage, Texts>): Texts =>
  area[useContext(Language).language]

/**
 * What a language needs made, once for all components: each format of Intl takes tenths of a
 * millisecond, and a table has components in each row.
 */
export function perLanguage<Made>(make: (local: string, language: ConsoleLanguage) => Made) {
  const made = new Map<ConsoleLanguage, Made>()
  return (language: ConsoleLanguage): Made => {
    const known = made.get(language)
    if (known !== undefined) return known
    const local = navigator.languages.find(wish => wish.startsWith(language)) ?? language
    const fresh = make(local, language)
    made.set(language, fresh)
    return fresh
  }
}

/** Numbers and days as the browser writes them in the language of the page. */
const formats = perLanguage(local => {
  const number = new Intl.NumberFormat(local)
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat(local, date)
  const time = new Intl.DateTimeFormat(local, { ...date, hour: '2-digit', minute: '2-digit' })
  return {
    number: (value: number) => number.format(value),
    day: (moment: string) => day.format(new Date(moment)),
    time: (moment: string) => time.format(new Date(moment)),
  }
})

export const useFormats = () => formats(useLanguage().language)
