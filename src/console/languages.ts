/** The languages of the console. The strings of one are loaded alone, when it is chosen. */
import type { ConsoleLanguage } from './texts/language.tsx'

export const LANGUAGES: readonly ConsoleLanguage[] = [
  { value: 'en', label: 'English', load: async () => (await import('./languages/en/index.ts')).en },
  { value: 'sv', label: 'Svenska', load: async () => (await import('./languages/sv/index.ts')).sv },
  { value: 'de', label: 'Deutsch', load: async () => (await import('./languages/de/index.ts')).de },
]
