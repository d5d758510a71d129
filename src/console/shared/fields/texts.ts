/** The strings of data fields, in English. */
import type { FieldKind } from './field-kind.ts'

export const fields = {
  title: 'Data fields',
  about: (inUse: string, usable: string): string =>
    `What you know of people beside name, address and telephone. ${inUse} of ${usable} fields are in use.`,
  byNumber:
    'Programs may write a field by its number or by its name. A new name changes no number.',
  none: 'There is no data field yet',
  noneHint:
    'A field keeps something that you know of people: a town, a birthday, a customer number. An import can make fields, too.',
  newField: 'New field',
  name: 'Name',
  nameHint: (field: string): string => `Tags in emails use the name, or ${field}.`,
  holds: 'Holds',
  kinds: { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' } satisfies Record<
    FieldKind,
    string
  >,
  choices: 'Choices',
  choicesHint: 'One on each line, in the order in which they are offered.',
  filled: 'Filled in',
  have: (people: string, all: string): string =>
    `${people} of ${all === '1' ? '1 person has a value' : `${all} people have a value`}.`,
  notes: 'Notes',
  searched: 'searched',
  search: 'Search finds people by it',
  notActivated: 'beyond the account’s fields',
  values: 'Values',
  moreValues: (count: string): string =>
    `and ${count === '1' ? '1 other value' : `${count} other values`}`,
  misfits: {
    number: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is no number`,
    date: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is no date like 2026-11-29`,
    choice: (people, one) =>
      `${people} ${one ? 'person has' : 'people have'} something that is none of the choices`,
  } satisfies Record<Exclude<FieldKind, 'text'>, (people: string, one: boolean) => string>,
  among: (values: readonly string[]): string =>
    `Such as ${values.map(value => `“${value}”`).join(', ')}. It stays as it is.`,
  takeAll: 'Make them choices',
  usedIn: 'Used in',
  notUsed: 'No filter, newsletter, template or trigger reads it.',
  users: {
    filter: 'Filter',
    newsletter: 'Newsletter',
    template: 'Template',
    trigger: 'Trigger',
  } satisfies Record<'filter' | 'newsletter' | 'template' | 'trigger', string>,
  save: 'Save field',
  saved: (name: string): string => `The field ${name} is saved.`,
  remove: 'Remove field',
  removed: (name: string): string => `The field ${name} was removed.`,
}
