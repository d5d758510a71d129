/** The strings of files from an address and of trials, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface SourceTexts {
  orAddress: string
  address: string
  addressHint: string
  fetch: string
  fetching: string
  trial: string
  trying: string
  tried(rows: string, complete: boolean): string
  inserted: string
  updated: string
  unchanged: string
  rejected: string
  rejectedRows: string
}

const en: SourceTexts = {
  orAddress: 'Or from an address',
  address: 'Address of the file',
  addressHint: 'The service fetches it within a minute.',
  fetch: 'Fetch the file',
  fetching: 'The file is being fetched.',
  trial: 'Try without changing anything',
  trying: 'The rows are being looked at.',
  tried: (rows, complete) => (complete ? `Of ${rows} rows:` : `Of the first ${rows} rows:`),
  inserted: 'new people',
  updated: 'known people, data changed',
  unchanged: 'nothing new',
  rejected: 'rows rejected',
  rejectedRows: 'Rejected among the first rows',
}

const sv: SourceTexts = {
  orAddress: 'Eller från en adress',
  address: 'Filens adress',
  addressHint: 'Tjänsten hämtar den inom en minut.',
  fetch: 'Hämta filen',
  fetching: 'Filen hämtas.',
  trial: 'Prova utan att ändra något',
  trying: 'Raderna gås igenom.',
  tried: (rows, complete) => (complete ? `Av ${rows} rader:` : `Av de första ${rows} raderna:`),
  inserted: 'nya personer',
  updated: 'kända personer, uppgifter ändrade',
  unchanged: 'inget nytt',
  rejected: 'rader avvisade',
  rejectedRows: 'Avvisade bland de första raderna',
}

const de: SourceTexts = {
  orAddress: 'Oder von einer Adresse',
  address: 'Adresse der Datei',
  addressHint: 'Der Dienst holt sie binnen einer Minute.',
  fetch: 'Datei holen',
  fetching: 'Die Datei wird geholt.',
  trial: 'Probieren, ohne etwas zu ändern',
  trying: 'Die Zeilen werden angesehen.',
  tried: (rows, complete) => (complete ? `Von ${rows} Zeilen:` : `Von den ersten ${rows} Zeilen:`),
  inserted: 'neue Personen',
  updated: 'bekannte Personen, Daten geändert',
  unchanged: 'nichts Neues',
  rejected: 'Zeilen abgewiesen',
  rejectedRows: 'Abgewiesen unter den ersten Zeilen',
}

export const sourceTexts: Record<ConsoleLanguage, SourceTexts> = { en, sv, de }
