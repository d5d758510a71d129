import type { importSources as English } from '../../features/imports/source-texts.ts'

export const importSources: typeof English = {
  orAddress: 'Oder von einer Adresse',
  address: 'Adresse der Datei',
  addressHint: 'Der Dienst holt sie binnen einer Minute.',
  fetch: 'Datei holen',
  fetching: 'Die Datei wird geholt.',
  trying: 'Die Zeilen werden angesehen.',
  tried: (rows, complete) =>
    rows === '1'
      ? complete
        ? 'Von 1 Zeile:'
        : 'Von der ersten Zeile:'
      : complete
        ? `Von ${rows} Zeilen:`
        : `Von den ersten ${rows} Zeilen:`,
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
    new: 'neue Person',
    changed: 'Daten geändert',
    joined: 'kommt auf die Liste',
    unchanged: 'nichts Neues',
    repeated: 'doppelt in der Datei',
    rejected: 'abgewiesen',
  },
  saveFates: 'Speichern, was jede Zeile tut',
  fatesSaved: rows =>
    `Die Datei hat ${rows === '1' ? 'die erste Zeile' : `die ersten ${rows} Zeilen`}.`,
  touchesConsent:
    'Eine Spalte sagt, wer keine E-Mails bekommt: Diese Personen verlassen die Liste oder werden abgemeldet.',
  sheet: 'Blatt',
  firstSheet: 'das erste mit Zeilen',
  charset: 'Zeichen',
  charsets: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Westeuropäisch (Windows-1252, ISO 8859-1)',
    'utf-16le': 'UTF-16, Little Endian',
    'utf-16be': 'UTF-16, Big Endian',
  },
  onlyProblems: count => `Nur Probleme: ${count}`,
  readAs: 'Gelesen als',
  filled: rows => `Ausgefüllt, von den ersten ${rows}`,
  asItStands: 'wie es dasteht',
  readings: {
    'day-first': 'Datum, Tag zuerst: 31.1.2026',
    'month-first': 'Datum, Monat zuerst: 1/31/2026',
    'year-first': 'Datum, Jahr zuerst: 2026-01-31',
    'decimal-comma': 'Zahl, Komma: 1.234,50 €',
    'decimal-point': 'Zahl, Punkt: $1,234.50',
    country: 'Land, nach Name oder Kürzel',
  },
  phoneOf: country => `Nummer in ${country}`,
  misfits: count => (count === '1' ? '1 passt nicht' : `${count} passen nicht`),
  keptAsText: 'Das Feld enthält Texte: Filter vergleichen seine Daten nicht.',
  headingRow: 'Zeile mit den Namen',
  noHeadings: 'keine: alle Zeilen sind Personen',
  asIn: day => `Wie in Ihrem Import vom ${day}:`,
  guessAgain: 'Neu raten',
  newList: 'Neue Liste',
  notAll: 'nicht alle Werte sind es',
  before: 'Vorher',
}
