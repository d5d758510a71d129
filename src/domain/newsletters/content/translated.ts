/** The further languages of a newsletter as emails are composed of them. */

interface TranslatedVersion {
  language: string
  subject: string
  preheader: string
  html: string
}

export interface TranslatedMail {
  /** The language of the newsletter itself. */
  base: string
  /** Who has no version in their language gets the first of these; without any, the base. */
  fallback: string[]
  versions: TranslatedVersion[]
}
