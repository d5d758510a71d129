/** Languages by their codes, in words of the page. */
import { useLanguage } from './language.tsx'

export function useLanguageName(): (code: string) => string {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return code => {
    const name = names.of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  }
}
