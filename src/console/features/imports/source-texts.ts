/** The strings of files from an address and of trials, in every language. */
import type { RowFatesAnswer } from '../../../actions/imports/import-trials.ts'
import type { ConsoleLanguage } from '../../texts/language.tsx'
import type { FileCharset } from './calls.ts'

export interface SourceTexts {
  orAddress: string
  address: string
  addressHint: string
  fetch: string
  fetching: string
  trying: string
  tried(rows: string, complete: boolean): string
  inserted: string
  updated: string
  unchanged: string
  rejected: string
  repeated: string
  ignored: string
  allRows: string
  noProblems: string
  fate: string
  fates: Record<RowFatesAnswer['rows'][number]['fate'], string>
  saveFates: string
  fatesSaved(rows: string): string
  noTrial: string
  touchesConsent: string
  sheet: string
  /** Where none is chosen. */
  firstSheet: string
  charset: string
  charsets: Record<FileCharset, string>
  onlyProblems(count: number): string
  readAs: string
  /** How many rows were looked at. */
  filled(rows: string): string
  types: Record<'text' | 'number' | 'date', string>
  notAll: string
  before: string
}

const en: SourceTexts = {
  orAddress: 'Or from an address',
  address: 'Address of the file',
  addressHint: 'The service fetches it within a minute.',
  fetch: 'Fetch the file',
  fetching: 'The file is being fetched.',
  trying: 'The rows are being looked at.',
  tried: (rows, complete) => (complete ? `Of ${rows} rows:` : `Of the first ${rows} rows:`),
  inserted: 'new people',
  updated: 'known people, data changed',
  unchanged: 'nothing new',
  rejected: 'rows rejected',
  repeated: 'twice in the file',
  ignored: 'left alone',
  allRows: 'All',
  noProblems: 'None of the first rows is rejected.',
  fate: 'Row',
  fates: {
    ...{ new: 'new person', changed: 'data changed', joined: 'put on the list' },
    ...{ unchanged: 'nothing new', repeated: 'twice in the file', rejected: 'rejected' },
  },
  saveFates: 'Save what each row does',
  fatesSaved: rows => `The file has the first ${rows} rows.`,
  noTrial: 'A spreadsheet is not counted beforehand: undo the import if it is wrong.',
  touchesConsent:
    'A column says who gets no emails: those people are taken off the list or opted out.',
  sheet: 'Sheet',
  firstSheet: 'the first one with rows',
  charset: 'Characters',
  charsets: {
    ...{ 'utf-8': 'UTF-8', 'windows-1252': 'Western European (Windows-1252, ISO 8859-1)' },
    ...{ 'utf-16le': 'UTF-16, little-endian', 'utf-16be': 'UTF-16, big-endian' },
  },
  onlyProblems: count => `Only problems: ${count}`,
  readAs: 'Read as',
  filled: rows => `Filled, of the first ${rows}`,
  types: { text: 'text', number: 'number', date: 'date, year first' },
  notAll: 'not all values are',
  before: 'Before',
}

const sv: SourceTexts = {
  orAddress: 'Eller från en adress',
  address: 'Filens adress',
  addressHint: 'Tjänsten hämtar den inom en minut.',
  fetch: 'Hämta filen',
  fetching: 'Filen hämtas.',
  trying: 'Raderna gås igenom.',
  tried: (rows, complete) => (complete ? `Av ${rows} rader:` : `Av de första ${rows} raderna:`),
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
    ...{ new: 'ny person', changed: 'data ändras', joined: 'sätts på listan' },
    ...{ unchanged: 'inget nytt', repeated: 'dubblett i filen', rejected: 'avvisas' },
  },
  saveFates: 'Spara vad varje rad gör',
  fatesSaved: rows => `Filen har de första ${rows} raderna.`,
  noTrial: 'Ett kalkylark räknas inte i förväg: ångra importen om den är fel.',
  touchesConsent: 'En kolumn säger vem som inte får e-post: de tas av listan eller avregistreras.',
  sheet: 'Blad',
  firstSheet: 'det första med rader',
  charset: 'Tecken',
  charsets: {
    ...{ 'utf-8': 'UTF-8', 'windows-1252': 'Västeuropeiska (Windows-1252, ISO 8859-1)' },
    ...{ 'utf-16le': 'UTF-16, little-endian', 'utf-16be': 'UTF-16, big-endian' },
  },
  onlyProblems: count => `Bara problem: ${count}`,
  readAs: 'Läses som',
  filled: rows => `Ifyllt, av de första ${rows}`,
  types: { text: 'text', number: 'tal', date: 'datum, året först' },
  notAll: 'inte alla värden är det',
  before: 'Före',
}

const de: SourceTexts = {
  orAddress: 'Oder von einer Adresse',
  address: 'Adresse der Datei',
  addressHint: 'Der Dienst holt sie binnen einer Minute.',
  fetch: 'Datei holen',
  fetching: 'Die Datei wird geholt.',
  trying: 'Die Zeilen werden angesehen.',
  tried: (rows, complete) => (complete ? `Von ${rows} Zeilen:` : `Von den ersten ${rows} Zeilen:`),
  inserted: 'neue Personen',
  updated: 'bekannte Personen, Daten geändert',
  unchanged: 'nichts Neues',
  rejected: 'Zeilen abgewiesen',
  repeated: 'doppelt in der Datei',
  ignored: 'nicht angerührt',
  allRows: 'Alle',
  noProblems: 'Keine der ersten Zeilen wird abgewiesen.',
  fate: 'Zeile',
  fates: {
    ...{ new: 'neue Person', changed: 'Daten geändert', joined: 'kommt auf die Liste' },
    ...{ unchanged: 'nichts Neues', repeated: 'doppelt in der Datei', rejected: 'abgewiesen' },
  },
  saveFates: 'Speichern, was jede Zeile tut',
  fatesSaved: rows => `Die Datei hat die ersten ${rows} Zeilen.`,
  noTrial:
    'Eine Tabelle wird nicht vorher gezählt: Machen Sie den Import rückgängig, falls er falsch ist.',
  touchesConsent:
    'Eine Spalte sagt, wer keine E-Mails bekommt: Diese Personen verlassen die Liste oder werden abgemeldet.',
  sheet: 'Blatt',
  firstSheet: 'das erste mit Zeilen',
  charset: 'Zeichen',
  charsets: {
    ...{ 'utf-8': 'UTF-8', 'windows-1252': 'Westeuropäisch (Windows-1252, ISO 8859-1)' },
    ...{ 'utf-16le': 'UTF-16, Little Endian', 'utf-16be': 'UTF-16, Big Endian' },
  },
  onlyProblems: count => `Nur Probleme: ${count}`,
  readAs: 'Gelesen als',
  filled: rows => `Ausgefüllt, von den ersten ${rows}`,
  types: { text: 'Text', number: 'Zahl', date: 'Datum, Jahr zuerst' },
  notAll: 'nicht alle Werte sind es',
  before: 'Vorher',
}

export const sourceTexts: Record<ConsoleLanguage, SourceTexts> = { en, sv, de }
