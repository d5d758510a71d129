/** Results of commands with their counts, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

type Value = (name: string) => string

const counted = (value: Value, number: Value, name: string, one: string, many: string): string =>
  value(name) === '1' ? `1 ${one}` : `${number(name)} ${many}`

const rows = (value: Value, number: Value, name = 'rows'): string =>
  counted(value, number, name, 'rad', 'rader')

export const detailsOfCounts = {
  'rows-added': (value, number) =>
    `${rows(value, number, 'read')}: ${number('added')} tillagda, ${number('other')} fanns redan, ` +
    `${number('wrong')} ogiltiga.`,
  'rows-taken-back': (value, number) =>
    `${rows(value, number, 'read')}: ${number('added')} återtagna, ${number('other')} inte ` +
    `importerade, ${number('wrong')} ogiltiga.`,
  'rows-stopped': (value, number) =>
    `Stannade efter ${rows(value, number)}; så långt är det klart. Börja om med samma fil för att ` +
    'göra resten.',
  'rows-before': (value, number) =>
    value('rows') === '1'
      ? 'Den 1 raden före är klar.'
      : `De ${number('rows')} raderna före är klara.`,
  'rows-rejected': (value, number) =>
    value('rows') === '1'
      ? `1 avvisad rad finns i ${value('path')}.`
      : `${number('rows')} avvisade rader finns i ${value('path')}.`,
  'rows-written': (value, number) => `${rows(value, number)} i ${value('path')}.`,
  'person-did': (value, number) =>
    `${counted(value, number, 'opens', 'öppning', 'öppningar')}, ${number('clicks')} klick.`,
  'people-kept-away': (value, number) =>
    `${counted(value, number, 'people', 'person', 'personer')} stannar kvar på spärrlistan.`,
  'people-sent-again': (value, number) =>
    `${counted(value, number, 'people', 'person', 'personer')} får mejl igen.`,
  'addresses-opted-out': (value, number) =>
    value('addresses') === '1'
      ? '1 adress vill inte ha några mejl.'
      : `${number('addresses')} adresser vill inte ha några mejl.`,
} satisfies DetailWords
