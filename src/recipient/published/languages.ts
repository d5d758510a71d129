/** The language of a published newsletter, and links to its pages in the others. */
import { type FormLanguage, isFormLanguage } from '../../domain/forms/form-words.ts'
import type { PublicEntry } from '../../domain/published/public-pages.ts'
import { type Html, html } from '../../lib/html.ts'
import { ownNameOf } from '../../lib/language-words.ts'
import { languageOf } from '../language.ts'

/** The language of an address: `?lang=sv`. An address without one is for all. */
const inLanguage = (address: string, language: string | undefined): string =>
  language === undefined ? address : `${address}?lang=${language}`

/** The address of a newsletter in the language that it is shown in: that of its base is plain. */
export const addressOfVersion = (
  address: string,
  { language, languages }: Pick<PublicEntry, 'language' | 'languages'>,
): string => inLanguage(address, language === languages[0] ? undefined : language)

/** Of our own words: as the newsletter, where we speak it; else the browser's. */
export const wordsFor = (language: string | undefined, accept: string | undefined): FormLanguage =>
  language !== undefined && isFormLanguage(language) ? language : languageOf(accept).code

export interface Alternates {
  /** The plain address. */
  address: string
  /** Of the newsletters, in their order; empty: there is one, and nothing to choose. */
  languages: readonly string[]
  /** The language of the plain address; undefined: it depends on the reader. */
  base: string | undefined
  /** That of the page. */
  shown: string | undefined
}

const addressFor = ({ address, base }: Alternates, language: string): string =>
  inLanguage(address, language === base ? undefined : language)

/** For search engines (`hreflang`). */
export const alternateTags = (of: Alternates): Html | false =>
  of.languages.length > 0 &&
  html`${of.languages.map(
    one => html`<link rel="alternate" hreflang="${one}" href="${addressFor(of, one)}">\n`,
  )}<link rel="alternate" hreflang="x-default" href="${of.address}">\n`

export const languageLinks = (of: Alternates, label: string): Html | false =>
  of.languages.length > 1 &&
  html`<nav class="languages" aria-label="${label}">${of.languages.map(one =>
    one === of.shown
      ? html`<b lang="${one}" aria-current="true">${ownNameOf(one)}</b> `
      : html`<a href="${addressFor(of, one)}" lang="${one}" hreflang="${one}">${ownNameOf(one)}</a> `,
  )}</nav>`
