/** The strings of the command palette, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface PaletteTexts {
  open: string
  ask: string
  nothing: string
  results: string
  list: string
  person: string
  page: string
  keysOn: string
  keysOff: string
}

const en: PaletteTexts = {
  open: 'Search or jump to',
  ask: 'A page, a list, or three letters of a person',
  nothing: 'Nothing found.',
  results: 'What was found',
  list: 'List',
  person: 'Person',
  page: 'Page',
  keysOn: 'Single keys work where nobody types: g and a letter, / for the search. Turn them off',
  keysOff: 'Single keys are off. Turn them on',
}

const sv: PaletteTexts = {
  open: 'Sök eller gå till',
  ask: 'En sida, en lista eller tre bokstäver av en person',
  nothing: 'Inget hittades.',
  results: 'Vad som hittades',
  list: 'Lista',
  person: 'Person',
  page: 'Sida',
  keysOn:
    'Enstaka tangenter gäller där ingen skriver: g och en bokstav, / för sökning. Stäng av dem',
  keysOff: 'Enstaka tangenter är avstängda. Slå på dem',
}

const de: PaletteTexts = {
  open: 'Suchen oder springen',
  ask: 'Eine Seite, eine Liste oder drei Buchstaben einer Person',
  nothing: 'Nichts gefunden.',
  results: 'Gefundenes',
  list: 'Liste',
  person: 'Person',
  page: 'Seite',
  keysOn:
    'Einzelne Tasten gelten, wo niemand schreibt: g und ein Buchstabe, / zum Suchen. Ausschalten',
  keysOff: 'Einzelne Tasten sind aus. Einschalten',
}

export const paletteTexts: Record<ConsoleLanguage, PaletteTexts> = { en, sv, de }
