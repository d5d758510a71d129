/** The language of the console: a kept choice, otherwise that of the browser. */
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useMemo,
  useState,
} from 'react'

/**
 * The strings of one language, by feature. languages/en/index.ts declares them: English is the
 * type of all others.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declared there.
export interface Catalogue {}

export interface ConsoleLanguage {
  /** As in the attribute `lang`. */
  value: string
  label: string
  load(): Promise<Catalogue>
}

const KEY = 'pennypost-language'

/** The first of `languages` if none is wished for. */
export function chosenLanguage(languages: readonly ConsoleLanguage[]): ConsoleLanguage {
  const wishes = [localStorage.getItem(KEY) ?? '', ...navigator.languages]
  return (
    wishes
      .map(wish => wish.slice(0, 2).toLowerCase())
      .flatMap(wish => languages.filter(({ value }) => value === wish))[0] ?? languages[0]!
  )
}

interface LanguageInUse {
  language: string
  languages: readonly ConsoleLanguage[]
  texts: Catalogue
  choose(language: ConsoleLanguage): Promise<void>
}

const InUse = createContext<LanguageInUse | undefined>(undefined)

export function TextsProvider(props: {
  languages: readonly ConsoleLanguage[]
  first: { language: ConsoleLanguage; texts: Catalogue }
  children: ReactNode
}) {
  const { languages } = props
  const [{ language, texts }, setLanguage] = useState(props.first)
  const value = useMemo<LanguageInUse>(
    () => ({
      language: language.value,
      languages,
      texts,
      async choose(next) {
        const loaded = await next.load()
        localStorage.setItem(KEY, next.value)
        document.documentElement.lang = next.value
        startTransition(() => setLanguage({ language: next, texts: loaded }))
      },
    }),
    [language, texts, languages],
  )
  return <InUse value={value}>{props.children}</InUse>
}

export const useLanguage = (): LanguageInUse => useContext(InUse)!

/** The strings of one part of the catalogue. */
export const useTexts = <Part extends keyof Catalogue>(part: Part): Catalogue[Part] =>
  useLanguage().texts[part]

/**
 * A cache of values made once for each language: each format of Intl takes tenths of a millisecond,
 * and a table has components in each row.
 */
export function perLanguage<Made>(make: (local: string, texts: Catalogue) => Made) {
  const made = new Map<string, Made>()
  return ({ language, texts }: LanguageInUse): Made => {
    const known = made.get(language)
    if (known !== undefined) return known
    const local = navigator.languages.find(wish => wish.startsWith(language)) ?? language
    const fresh = make(local, texts)
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

export const useFormats = () => formats(useLanguage())
