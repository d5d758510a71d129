/** Why a file can't be read: a closed table of sentences. */
import { fetchWords } from './download/words.ts'
import { type DetailValues, detailsOf } from './sentences.ts'

export const fileWords = {
  ...fetchWords,
  'file-kind': ({ kind }: DetailValues<'kind'>) => `The file is not text: it looks like ${kind}.`,
  'file-not-xml': ({ kind }: DetailValues<'kind'>) => `The file is not XML: it looks like ${kind}.`,
  'file-not-sheet': ({ kind }: DetailValues<'kind'>) =>
    `The file is neither a text nor an Excel file (.xlsx): it looks like ${kind}.`,
  'file-web-page': () =>
    'The file is a web page (HTML), not a list of persons. Does its URL require a sign-in?',
  'file-is-xml': () => 'The file is XML, not delimited text.',
  'file-heavy': () =>
    'Reading the file takes too much time or memory. Is it a spreadsheet? Save it as CSV.',
  'file-spreadsheet': () => 'The file is a spreadsheet: save it as CSV.',
  'delimiter-length': () => 'The delimiter has to be one character.',
  'marks-length': () => 'Quote, escape and comment are one character each, or none.',
  'marks-line-end': () => 'A line end can not be the delimiter, quote, escape or comment.',
  'marks-same': () => 'Delimiter, quote, escape and comment have to be different characters.',
  'xml-broken': ({ line, what }: DetailValues<'line' | 'what'>) =>
    `The file is not valid XML: line ${line}: ${what}`,
  'xml-no-row': ({ element, begins }: DetailValues<'element' | 'begins'>) =>
    `There is no ${element} element in the file, which begins with ${begins}.`,
  'zip-truncated': () => 'The zip file is truncated.',
  'zip-contents': () => 'The zip file is truncated: its table of contents at the end is missing.',
  'zip-broken': ({ what }: DetailValues<'what'>) => `The zip file is broken: ${what}.`,
  'zip-entries': () => 'The zip file has too many entries.',
  'zip-method': () => 'The zip file is encrypted, or uses an unsupported compression.',
  'sheet-large': ({ part, megabytes }: DetailValues<'part' | 'megabytes'>) =>
    `${part} of the spreadsheet unpacks to more than ${megabytes} MB. Save it as CSV.`,
  'sheet-broken': ({ part, line, what }: DetailValues<'part' | 'line' | 'what'>) =>
    `${part} of the spreadsheet is broken: line ${line}: ${what}.`,
  'sheet-none': () => 'The spreadsheet has no sheet that can be read.',
  'sheet-texts': ({ megabytes }: DetailValues<'megabytes'>) =>
    `The spreadsheet holds more than ${megabytes} MB of different texts, the limit for its ` +
    'memory. Save it as CSV.',
  'sheet-unknown': ({ sheet, sheets }: DetailValues<'sheet' | 'sheets'>) =>
    `The spreadsheet has no sheet of the name ${JSON.stringify(sheet)}. It has ${sheets}.`,
}

export const aboutFile = detailsOf(fileWords)

export type FileDetail = ReturnType<typeof aboutFile>
