/** The strings of files from an address and of trials, in English. */
import type { RowFatesAnswer } from '../../../actions/imports/import-trials.ts'
import type { FileCharset } from './calls.ts'

export const importSources = {
  orAddress: 'Or from an address',
  address: 'Address of the file',
  addressHint: 'The service fetches it within a minute.',
  fetch: 'Fetch the file',
  fetching: 'The file is being fetched.',
  trying: 'The rows are being looked at.',
  tried: (rows: string, complete: boolean): string =>
    rows === '1'
      ? complete
        ? 'Of 1 row:'
        : 'Of the first row:'
      : complete
        ? `Of ${rows} rows:`
        : `Of the first ${rows} rows:`,
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
    new: 'new person',
    changed: 'data changed',
    joined: 'put on the list',
    unchanged: 'nothing new',
    repeated: 'twice in the file',
    rejected: 'rejected',
  } satisfies Record<RowFatesAnswer['rows'][number]['fate'], string>,
  saveFates: 'Save what each row does',
  fatesSaved: (rows: string): string =>
    `The file has ${rows === '1' ? 'the first row' : `the first ${rows} rows`}.`,
  touchesConsent:
    'A column says who gets no emails: those people are taken off the list or opted out.',
  sheet: 'Sheet',
  /** Where none is chosen. */
  firstSheet: 'the first one with rows',
  charset: 'Characters',
  charsets: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Western European (Windows-1252, ISO 8859-1)',
    'utf-16le': 'UTF-16, little-endian',
    'utf-16be': 'UTF-16, big-endian',
  } satisfies Record<FileCharset, string>,
  onlyProblems: (count: number): string => `Only problems: ${count}`,
  readAs: 'Read as',
  /** How many rows were looked at. */
  filled: (rows: string): string => `Filled, of the first ${rows}`,
  asItStands: 'as it stands',
  readings: {
    'day-first': 'date, day first: 31.1.2026',
    'month-first': 'date, month first: 1/31/2026',
    'year-first': 'date, year first: 2026-01-31',
    'decimal-comma': 'number, comma: 1.234,50 kr',
    'decimal-point': 'number, point: $1,234.50',
    country: 'country, by name or code',
  },
  phoneOf: (country: string): string => `number of ${country}`,
  misfits: (count: string): string => (count === '1' ? '1 does not fit' : `${count} do not fit`),
  keptAsText: 'The field holds texts: filters do not compare its dates.',
  headingRow: 'Row with the names',
  noHeadings: 'none: all rows are people',
  asIn: (day: string): string => `As in your import of ${day}:`,
  guessAgain: 'Guess instead',
  newList: 'New list',
  notAll: 'not all values are',
  before: 'Before',
}
