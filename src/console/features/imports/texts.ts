/** The strings of the pages of imports, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'
import { type ImportTarget, importTargets } from './target-texts.ts'

export interface ImportTexts {
  title: string
  add: string
  none: string
  noneHint: string
  file: string
  list: string
  state: string
  rows: string
  inserted: string
  updated: string
  unchanged: string
  subscribed: string
  repeated: string
  ignored: string
  rejected: string
  created: string
  states: Record<string, string>
  undone(day: string): string
  newTitle: string
  drop: string
  dropHint: string
  choose: string
  upload: string
  uploading(percent: string): string
  stop: string
  stillHere: string
  reading: string
  readingHint: string
  delimiter: string
  delimiters: Record<string, string>
  firstRow: string
  firstRowNames: string
  firstRowValues: string
  mapping: string
  mappingHint: string
  column: string
  firstValue: string
  goesTo: string
  leaveOut: string
  targets: Record<ImportTarget, string>
  needsAddress: string
  preview: string
  start: string
  whatHappens: string
  happens: string[]
  started: string
  progress: string
  undo: string
  undoAsks: string
  undoDone: string
  rejects: string
  line: string
  reason: string
  row: string
  saveRejects: string
  more: string
  back: string
}

const en: ImportTexts = {
  title: 'Imports',
  add: 'Import a file',
  none: 'Nothing imported yet',
  noneHint: 'A file of people: CSV, Excel or XML, in any order of columns.',
  file: 'File',
  list: 'List',
  state: 'State',
  rows: 'Rows',
  inserted: 'New people',
  updated: 'Changed',
  unchanged: 'Nothing new',
  subscribed: 'Put on the list',
  repeated: 'Twice in the file',
  ignored: 'Left alone',
  rejected: 'Rejected',
  created: 'Uploaded',
  states: {
    uploaded: 'Not started',
    waiting: 'Waiting',
    working: 'Running',
    completed: 'Finished',
    failed: 'Failed',
  },
  undone: day => `Undone on ${day}`,
  newTitle: 'New import',
  drop: 'Drop a file here',
  dropHint: 'CSV, Excel (.xlsx) or XML. You see its first rows before anything changes.',
  choose: 'Choose a file',
  upload: 'Upload',
  uploading: percent => `Uploading: ${percent}`,
  stop: 'Stop',
  stillHere: 'The upload was cut. The file is still chosen: try again.',
  reading: 'How the file is read',
  readingHint: 'found by looking at it; change what is wrong',
  delimiter: 'Between columns',
  delimiters: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' },
  firstRow: 'First row',
  firstRowNames: 'names of the columns',
  firstRowValues: 'a person',
  mapping: 'What goes where',
  mappingHint: 'guessed by names and values',
  column: 'Column in the file',
  firstValue: 'First value',
  goesTo: 'Goes to',
  leaveOut: 'leave out',
  targets: importTargets.en,
  needsAddress: 'Choose the column that holds the address.',
  preview: 'The first rows, as they would come in',
  start: 'Start the import',
  whatHappens: 'What will happen',
  happens: [
    'New addresses become subscribers of the list.',
    'Known people get the values of the file.',
    'Who has opted out stays out.',
    'All of it can be undone afterwards.',
  ],
  started: 'The import is running.',
  progress: 'Progress',
  undo: 'Undo the import',
  undoAsks: 'New people go, changed values come back.',
  undoDone: 'The import is being undone.',
  rejects: 'Rejected rows',
  line: 'Line',
  reason: 'Reason',
  row: 'Row',
  saveRejects: 'Save as a file',
  more: 'Show more',
  back: 'Imports',
}

const sv: ImportTexts = {
  title: 'Importer',
  add: 'Importera en fil',
  none: 'Inget importerat ännu',
  noneHint: 'En fil med personer: CSV, Excel eller XML, med kolumner i valfri ordning.',
  file: 'Fil',
  list: 'Lista',
  state: 'Läge',
  rows: 'Rader',
  inserted: 'Nya personer',
  updated: 'Ändrade',
  unchanged: 'Inget nytt',
  subscribed: 'Tillagda på listan',
  repeated: 'Två gånger i filen',
  ignored: 'Lämnade i fred',
  rejected: 'Avvisade',
  created: 'Uppladdad',
  states: {
    uploaded: 'Inte startad',
    waiting: 'Väntar',
    working: 'Pågår',
    completed: 'Klar',
    failed: 'Misslyckades',
  },
  undone: day => `Ångrad ${day}`,
  newTitle: 'Ny import',
  drop: 'Släpp en fil här',
  dropHint: 'CSV, Excel (.xlsx) eller XML. Du ser de första raderna innan något ändras.',
  choose: 'Välj en fil',
  upload: 'Ladda upp',
  uploading: percent => `Laddar upp: ${percent}`,
  stop: 'Stoppa',
  stillHere: 'Uppladdningen bröts. Filen är fortfarande vald: försök igen.',
  reading: 'Så läses filen',
  readingHint: 'sett i filen; ändra det som är fel',
  delimiter: 'Mellan kolumner',
  delimiters: { ',': 'komma', ';': 'semikolon', '\t': 'tabb', '|': 'streck' },
  firstRow: 'Första raden',
  firstRowNames: 'kolumnernas namn',
  firstRowValues: 'en person',
  mapping: 'Vad hamnar var',
  mappingHint: 'gissat efter namn och värden',
  column: 'Kolumn i filen',
  firstValue: 'Första värdet',
  goesTo: 'Hamnar i',
  leaveOut: 'utelämna',
  targets: importTargets.sv,
  needsAddress: 'Välj kolumnen med adressen.',
  preview: 'De första raderna, som de skulle komma in',
  start: 'Starta importen',
  whatHappens: 'Vad som händer',
  happens: [
    'Nya adresser blir prenumeranter på listan.',
    'Kända personer får filens värden.',
    'Den som avanmält sig förblir avanmäld.',
    'Allt går att ångra efteråt.',
  ],
  started: 'Importen pågår.',
  progress: 'Förlopp',
  undo: 'Ångra importen',
  undoAsks: 'Nya personer försvinner, ändrade värden återställs.',
  undoDone: 'Importen ångras.',
  rejects: 'Avvisade rader',
  line: 'Rad',
  reason: 'Orsak',
  row: 'Innehåll',
  saveRejects: 'Spara som fil',
  more: 'Visa fler',
  back: 'Importer',
}

const de: ImportTexts = {
  title: 'Importe',
  add: 'Datei importieren',
  none: 'Noch nichts importiert',
  noneHint: 'Eine Datei mit Personen: CSV, Excel oder XML, Spalten in beliebiger Folge.',
  file: 'Datei',
  list: 'Liste',
  state: 'Stand',
  rows: 'Zeilen',
  inserted: 'Neue Personen',
  updated: 'Geändert',
  unchanged: 'Nichts Neues',
  subscribed: 'Auf die Liste gesetzt',
  repeated: 'Doppelt in der Datei',
  ignored: 'In Ruhe gelassen',
  rejected: 'Abgelehnt',
  created: 'Hochgeladen',
  states: {
    uploaded: 'Nicht begonnen',
    waiting: 'Wartet',
    working: 'Läuft',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
  },
  undone: day => `Rückgängig gemacht am ${day}`,
  newTitle: 'Neuer Import',
  drop: 'Datei hier ablegen',
  dropHint:
    'CSV, Excel (.xlsx) oder XML. Die ersten Zeilen sind zu sehen, bevor sich etwas ändert.',
  choose: 'Datei wählen',
  upload: 'Hochladen',
  uploading: percent => `Wird hochgeladen: ${percent}`,
  stop: 'Anhalten',
  stillHere: 'Das Hochladen brach ab. Die Datei ist noch gewählt: erneut versuchen.',
  reading: 'So wird die Datei gelesen',
  readingHint: 'beim Ansehen gefunden; Falsches hier ändern',
  delimiter: 'Zwischen Spalten',
  delimiters: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator', '|': 'Strich' },
  firstRow: 'Erste Zeile',
  firstRowNames: 'Namen der Spalten',
  firstRowValues: 'eine Person',
  mapping: 'Was wohin kommt',
  mappingHint: 'nach Namen und Werten geraten',
  column: 'Spalte der Datei',
  firstValue: 'Erster Wert',
  goesTo: 'Kommt nach',
  leaveOut: 'weglassen',
  targets: importTargets.de,
  needsAddress: 'Die Spalte mit der Adresse wählen.',
  preview: 'Die ersten Zeilen, wie sie hereinkämen',
  start: 'Import starten',
  whatHappens: 'Was geschieht',
  happens: [
    'Neue Adressen werden Abonnenten der Liste.',
    'Bekannte Personen erhalten die Werte der Datei.',
    'Wer sich abgemeldet hat, bleibt abgemeldet.',
    'Alles lässt sich danach rückgängig machen.',
  ],
  started: 'Der Import läuft.',
  progress: 'Fortschritt',
  undo: 'Import rückgängig machen',
  undoAsks: 'Neue Personen gehen, geänderte Werte kommen zurück.',
  undoDone: 'Der Import wird rückgängig gemacht.',
  rejects: 'Abgelehnte Zeilen',
  line: 'Zeile',
  reason: 'Grund',
  row: 'Inhalt',
  saveRejects: 'Als Datei speichern',
  more: 'Mehr zeigen',
  back: 'Importe',
}

export const importTexts: Record<ConsoleLanguage, ImportTexts> = { en, sv, de }
