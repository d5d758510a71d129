/** How the links to an imprint and to a privacy notice are called, in all languages of forms. */
import type { Brand } from '../brand/brand.ts'
import type { FormLanguage } from './form-words.ts'

const WORDS: Record<FormLanguage, Record<keyof Brand['links'], string>> = {
  en: { imprint: 'Legal notice', privacy: 'Privacy' },
  sv: { imprint: 'Om avsändaren', privacy: 'Integritet' },
  de: { imprint: 'Impressum', privacy: 'Datenschutz' },
  fr: { imprint: 'Mentions légales', privacy: 'Confidentialité' },
  nb: { imprint: 'Om avsenderen', privacy: 'Personvern' },
  da: { imprint: 'Om afsenderen', privacy: 'Privatliv' },
  fi: { imprint: 'Tietoa lähettäjästä', privacy: 'Tietosuoja' },
}

/** Those that the brand has, with their words. */
export const legalLinks = (
  { links }: Pick<Brand, 'links'>,
  language: FormLanguage,
): { href: string; text: string }[] =>
  (['imprint', 'privacy'] as const)
    .filter(one => links[one] !== '')
    .map(one => ({ href: links[one], text: WORDS[language][one] }))
