/** Languages by their codes, in words of the page. */
import { perLanguage, useLanguage } from './language.tsx'

export const useLanguageName = (): ((code: string) => string) => namesIn(useLanguage())

const namesIn = perLanguage(local => {
  const names = new Intl.DisplayNames([local], { type: 'language' })
  return (code: string) => {
    const name = names.of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(local) + name.slice(1)
  }
})
