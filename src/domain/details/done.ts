/** Sentences of what a command has done, with its counts. */
import { count, type DetailValues, type Value } from '../../lib/sentences.ts'

const counted = (value: Value, one: string, many = `${one}s`): string =>
  Number(value) === 1 ? `1 ${one}` : `${count(value)} ${many}`

type Counted = DetailValues<'read' | 'added' | 'other' | 'wrong'>

export const doneDetails = {
  'rows-added': ({ read, added, other, wrong }: Counted) =>
    `${counted(read, 'row')}: ${count(added)} added, ${count(other)} already there, ` +
    `${count(wrong)} not valid.`,
  'rows-taken-back': ({ read, added, other, wrong }: Counted) =>
    `${counted(read, 'row')}: ${count(added)} taken back, ${count(other)} not imported, ` +
    `${count(wrong)} not valid.`,
  'rows-stopped': ({ rows }: DetailValues<'rows'>) =>
    Number(rows) === 1
      ? 'Stopped after 1 row; it is done. To do the rest, begin again with the same file.'
      : `Stopped after ${count(rows)} rows; those are done. To do the rest, begin again with the ` +
        'same file.',
  'rows-before': ({ rows }: DetailValues<'rows'>) =>
    Number(rows) === 1
      ? 'The row before that is done.'
      : `The ${count(rows)} rows before that are done.`,
  'rows-rejected': ({ rows, path }: DetailValues<'rows' | 'path'>) =>
    Number(rows) === 1
      ? `1 rejected row is in ${path}.`
      : `${count(rows)} rejected rows are in ${path}.`,
  'rows-written': ({ rows, path }: DetailValues<'rows' | 'path'>) =>
    `${counted(rows, 'row')} in ${path}.`,
  'person-did': ({ opens, clicks }: DetailValues<'opens' | 'clicks'>) =>
    `${counted(opens, 'open')}, ${counted(clicks, 'click')}.`,
  'people-kept-away': ({ people }: DetailValues<'people'>) =>
    Number(people) === 1
      ? '1 person stays on the suppression list.'
      : `${count(people)} people stay on the suppression list.`,
  'people-sent-again': ({ people }: DetailValues<'people'>) =>
    Number(people) === 1
      ? '1 person is sent emails again.'
      : `${count(people)} people are sent emails again.`,
  'addresses-opted-out': ({ addresses }: DetailValues<'addresses'>) =>
    Number(addresses) === 1
      ? '1 address is opted out.'
      : `${count(addresses)} addresses are opted out.`,
}
