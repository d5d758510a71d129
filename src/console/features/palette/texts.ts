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
  chooses: string
  opens: string
  keys: string
  goTo: string
  keyList: readonly { keys: readonly string[]; does: string }[]
  keysOn: string
  keysOff: string
  turnOff: string
  turnOn: string
}

const en: PaletteTexts = {
  open: 'Search or jump to',
  ask: 'A page, a list, or three letters of a person',
  nothing: 'Nothing found.',
  results: 'What was found',
  list: 'List',
  person: 'Person',
  page: 'Page',
  chooses: 'chooses',
  opens: 'opens',
  keys: 'Keys',
  goTo: 'Go to',
  keyList: [
    { keys: ['J'], does: 'Next row or person' },
    { keys: ['K'], does: 'Row or person before' },
    { keys: ['X'], does: 'Choose the row' },
    { keys: ['Enter'], does: 'Open the row' },
    { keys: ['E'], does: 'Edit' },
    { keys: ['N'], does: 'Add, import, invite' },
    { keys: ['/'], does: 'Search of the page' },
    { keys: ['Ctrl', 'Z'], does: 'Undo, until the page is left' },
    { keys: ['Ctrl', 'K'], does: 'Search everything' },
    { keys: ['Esc'], does: 'Close what is on top, choose nobody' },
    { keys: ['?'], does: 'This list' },
  ],
  keysOn: 'Single keys work where nobody types.',
  keysOff: 'Single keys are off.',
  turnOff: 'Turn single keys off',
  turnOn: 'Turn single keys on',
}

const sv: PaletteTexts = {
  open: 'Sök eller gå till',
  ask: 'En sida, en lista eller tre bokstäver av en person',
  nothing: 'Inget hittades.',
  results: 'Vad som hittades',
  list: 'Lista',
  person: 'Person',
  page: 'Sida',
  chooses: 'väljer',
  opens: 'öppnar',
  keys: 'Tangenter',
  goTo: 'Gå till',
  keyList: [
    { keys: ['J'], does: 'Nästa rad eller person' },
    { keys: ['K'], does: 'Föregående rad eller person' },
    { keys: ['X'], does: 'Välj raden' },
    { keys: ['Enter'], does: 'Öppna raden' },
    { keys: ['E'], does: 'Redigera' },
    { keys: ['N'], does: 'Lägg till, importera, bjud in' },
    { keys: ['/'], does: 'Sidans sökning' },
    { keys: ['Ctrl', 'Z'], does: 'Ångra, tills sidan lämnas' },
    { keys: ['Ctrl', 'K'], does: 'Sök allt' },
    { keys: ['Esc'], does: 'Stäng det översta, välj ingen' },
    { keys: ['?'], does: 'Den här listan' },
  ],
  keysOn: 'Enstaka tangenter gäller där ingen skriver.',
  keysOff: 'Enstaka tangenter är avstängda.',
  turnOff: 'Stäng av enstaka tangenter',
  turnOn: 'Slå på enstaka tangenter',
}

const de: PaletteTexts = {
  open: 'Suchen oder springen',
  ask: 'Eine Seite, eine Liste oder drei Buchstaben einer Person',
  nothing: 'Nichts gefunden.',
  results: 'Gefundenes',
  list: 'Liste',
  person: 'Person',
  page: 'Seite',
  chooses: 'wählt',
  opens: 'öffnet',
  keys: 'Tasten',
  goTo: 'Gehe zu',
  keyList: [
    { keys: ['J'], does: 'Nächste Zeile oder Person' },
    { keys: ['K'], does: 'Zeile oder Person davor' },
    { keys: ['X'], does: 'Zeile wählen' },
    { keys: ['Enter'], does: 'Zeile öffnen' },
    { keys: ['E'], does: 'Bearbeiten' },
    { keys: ['N'], does: 'Hinzufügen, importieren, einladen' },
    { keys: ['/'], does: 'Suche der Seite' },
    { keys: ['Ctrl', 'Z'], does: 'Rückgängig, bis die Seite verlassen wird' },
    { keys: ['Ctrl', 'K'], does: 'Alles durchsuchen' },
    { keys: ['Esc'], does: 'Oberstes schließen, niemanden wählen' },
    { keys: ['?'], does: 'Diese Liste' },
  ],
  keysOn: 'Einzelne Tasten gelten, wo niemand schreibt.',
  keysOff: 'Einzelne Tasten sind aus.',
  turnOff: 'Einzelne Tasten ausschalten',
  turnOn: 'Einzelne Tasten einschalten',
}

export const paletteTexts: Record<ConsoleLanguage, PaletteTexts> = { en, sv, de }
