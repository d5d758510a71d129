/** Results of commands with their counts, in German. */
import type { DetailWords } from '../detail-words.ts'

type Value = (name: string) => string

const counted = (value: Value, number: Value, name: string, one: string, many: string): string =>
  value(name) === '1' ? `1 ${one}` : `${number(name)} ${many}`

const rows = (value: Value, number: Value, name = 'rows'): string =>
  counted(value, number, name, 'Zeile', 'Zeilen')

export const detailsOfCounts = {
  'rows-added': (value, number) =>
    `${rows(value, number, 'read')}: ${number('added')} hinzugefügt, ${number('other')} schon ` +
    `vorhanden, ${number('wrong')} ungültig.`,
  'rows-taken-back': (value, number) =>
    `${rows(value, number, 'read')}: ${number('added')} zurückgenommen, ${number('other')} nicht ` +
    `importiert, ${number('wrong')} ungültig.`,
  'rows-stopped': (value, number) =>
    `Nach ${rows(value, number)} angehalten; so weit ist es getan. Für den Rest beginnen Sie noch ` +
    'einmal mit derselben Datei.',
  'rows-before': (value, number) =>
    value('rows') === '1'
      ? 'Die 1 Zeile davor ist getan.'
      : `Die ${number('rows')} Zeilen davor sind getan.`,
  'rows-rejected': (value, number) =>
    value('rows') === '1'
      ? `1 abgewiesene Zeile steht in ${value('path')}.`
      : `${number('rows')} abgewiesene Zeilen stehen in ${value('path')}.`,
  'rows-written': (value, number) => `${rows(value, number)} in ${value('path')}.`,
  'person-did': (value, number) =>
    `${counted(value, number, 'opens', 'Öffnung', 'Öffnungen')}, ` +
    `${counted(value, number, 'clicks', 'Klick', 'Klicks')}.`,
  'people-kept-away': (value, number) =>
    value('people') === '1'
      ? '1 Person bleibt auf der Sperrliste.'
      : `${number('people')} Personen bleiben auf der Sperrliste.`,
  'people-sent-again': (value, number) =>
    value('people') === '1'
      ? '1 Person bekommt wieder E-Mails.'
      : `${number('people')} Personen bekommen wieder E-Mails.`,
  'addresses-opted-out': (value, number) =>
    value('addresses') === '1'
      ? '1 Adresse ist von allem abgemeldet.'
      : `${number('addresses')} Adressen sind von allem abgemeldet.`,
} satisfies DetailWords
