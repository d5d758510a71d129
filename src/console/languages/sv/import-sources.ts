import type { importSources as English } from '../../features/imports/source-texts.ts'

export const importSources: typeof English = {
  orAddress: 'Eller från en adress',
  address: 'Filens adress',
  addressHint: 'Tjänsten hämtar den inom en minut.',
  fetch: 'Hämta filen',
  fetching: 'Filen hämtas.',
  trying: 'Raderna gås igenom.',
  tried: (rows, complete) =>
    rows === '1'
      ? complete
        ? 'Av 1 rad:'
        : 'Av den första raden:'
      : complete
        ? `Av ${rows} rader:`
        : `Av de första ${rows} raderna:`,
  inserted: 'nya personer',
  updated: 'kända personer, uppgifter ändrade',
  unchanged: 'inget nytt',
  rejected: 'rader avvisade',
  repeated: 'dubbla i filen',
  ignored: 'lämnas i fred',
  allRows: 'Alla',
  noProblems: 'Ingen av de första raderna avvisas.',
  fate: 'Rad',
  fates: {
    new: 'ny person',
    changed: 'data ändras',
    joined: 'sätts på listan',
    unchanged: 'inget nytt',
    repeated: 'dubblett i filen',
    rejected: 'avvisas',
  },
  saveFates: 'Spara vad varje rad gör',
  fatesSaved: rows =>
    `Filen har ${rows === '1' ? 'den första raden' : `de första ${rows} raderna`}.`,
  touchesConsent: 'En kolumn säger vem som inte får mejl: de tas av listan eller avanmäls.',
  sheet: 'Blad',
  firstSheet: 'det första med rader',
  charset: 'Tecken',
  charsets: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Västeuropeiska (Windows-1252, ISO 8859-1)',
    'utf-16le': 'UTF-16, little-endian',
    'utf-16be': 'UTF-16, big-endian',
  },
  onlyProblems: count => `Bara problem: ${count}`,
  readAs: 'Läses som',
  filled: rows => `Ifyllt, av de första ${rows}`,
  asItStands: 'som det står',
  readings: {
    'day-first': 'datum, dagen först: 31.1.2026',
    'month-first': 'datum, månaden först: 1/31/2026',
    'year-first': 'datum, året först: 2026-01-31',
    'decimal-comma': 'tal, komma: 1.234,50 kr',
    'decimal-point': 'tal, punkt: $1,234.50',
    country: 'land, efter namn eller kod',
  },
  phoneOf: country => `nummer i ${country}`,
  misfits: count => (count === '1' ? '1 passar inte' : `${count} passar inte`),
  keptAsText: 'Fältet har text: filter jämför inte dess datum.',
  headingRow: 'Rad med namnen',
  noHeadings: 'ingen: alla rader är personer',
  asIn: day => `Som i din import den ${day}:`,
  guessAgain: 'Gissa i stället',
  newList: 'Ny lista',
  notAll: 'inte alla värden är det',
  before: 'Före',
}
