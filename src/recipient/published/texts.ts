/** The texts of published newsletters, in all languages of the pages for readers. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export interface PublishedTexts {
  search: string
  searchButton: string
  years: string
  languages: string
  latest: string
  all: string
  nothing: string
  notFound: string
  newer: string
  older: string
  corrected(day: string): string
  join: string
  joinHint: string
  joinButton: string
}

const en: PublishedTexts = {
  search: 'Search by title',
  searchButton: 'Search',
  years: 'Years',
  languages: 'Languages',
  latest: 'The latest',
  all: 'All newsletters',
  nothing: 'Nothing has been published yet.',
  notFound: 'No title has these words.',
  newer: 'Newer',
  older: 'Older',
  corrected: day => `Corrected on ${day}`,
  join: 'Get the next one by email',
  joinHint: 'On the next page you choose what you agree to.',
  joinButton: 'Sign up',
}

const sv: PublishedTexts = {
  search: 'Sök på rubrik',
  searchButton: 'Sök',
  years: 'År',
  languages: 'Språk',
  latest: 'Senaste',
  all: 'Alla nyhetsbrev',
  nothing: 'Inget har publicerats än.',
  notFound: 'Ingen rubrik har de orden.',
  newer: 'Nyare',
  older: 'Äldre',
  corrected: day => `Rättat ${day}`,
  join: 'Få nästa med e-post',
  joinHint: 'På nästa sida väljer du vad du samtycker till.',
  joinButton: 'Anmäl dig',
}

const de: PublishedTexts = {
  search: 'Nach Titel suchen',
  searchButton: 'Suchen',
  years: 'Jahre',
  languages: 'Sprachen',
  latest: 'Die neueste Ausgabe',
  all: 'Alle Newsletter',
  nothing: 'Noch wurde nichts veröffentlicht.',
  notFound: 'Kein Titel enthält diese Wörter.',
  newer: 'Neuere',
  older: 'Ältere',
  corrected: day => `Berichtigt am ${day}`,
  join: 'Die nächste Ausgabe per E-Mail erhalten',
  joinHint: 'Auf der nächsten Seite wählen Sie, worin Sie einwilligen.',
  joinButton: 'Anmelden',
}

const fr: PublishedTexts = {
  search: 'Chercher un titre',
  searchButton: 'Chercher',
  years: 'Années',
  languages: 'Langues',
  latest: 'La dernière',
  all: 'Toutes les lettres',
  nothing: 'Rien n’est encore publié.',
  notFound: 'Aucun titre ne contient ces mots.',
  newer: 'Plus récentes',
  older: 'Plus anciennes',
  corrected: day => `Corrigée le ${day}`,
  join: 'Recevoir la prochaine par e-mail',
  joinHint: 'À la page suivante, vous choisissez à quoi vous consentez.',
  joinButton: 'S’inscrire',
}

const nb: PublishedTexts = {
  search: 'Søk i titler',
  searchButton: 'Søk',
  years: 'År',
  languages: 'Språk',
  latest: 'Det siste',
  all: 'Alle nyhetsbrev',
  nothing: 'Ingenting er publisert ennå.',
  notFound: 'Ingen tittel har disse ordene.',
  newer: 'Nyere',
  older: 'Eldre',
  corrected: day => `Rettet ${day}`,
  join: 'Få det neste på e-post',
  joinHint: 'På neste side velger du hva du samtykker til.',
  joinButton: 'Meld deg på',
}

const da: PublishedTexts = {
  search: 'Søg i titler',
  searchButton: 'Søg',
  years: 'År',
  languages: 'Sprog',
  latest: 'Det seneste',
  all: 'Alle nyhedsbreve',
  nothing: 'Intet er udgivet endnu.',
  notFound: 'Ingen titel har de ord.',
  newer: 'Nyere',
  older: 'Ældre',
  corrected: day => `Rettet ${day}`,
  join: 'Få det næste på e-mail',
  joinHint: 'På næste side vælger du, hvad du giver samtykke til.',
  joinButton: 'Tilmeld dig',
}

const fi: PublishedTexts = {
  search: 'Hae otsikoista',
  searchButton: 'Hae',
  years: 'Vuodet',
  languages: 'Kielet',
  latest: 'Uusin',
  all: 'Kaikki uutiskirjeet',
  nothing: 'Mitään ei ole vielä julkaistu.',
  notFound: 'Missään otsikossa ei ole näitä sanoja.',
  newer: 'Uudemmat',
  older: 'Vanhemmat',
  corrected: day => `Korjattu ${day}`,
  join: 'Saat seuraavan sähköpostilla',
  joinHint: 'Seuraavalla sivulla valitset, mihin suostut.',
  joinButton: 'Tilaa',
}

export const publishedTexts: Record<FormLanguage, PublishedTexts> = { en, sv, de, fr, nb, da, fi }
