/** The person of the preview, and the values of tags for them. */
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import type { ReadTag } from '../../parts/rich-text/tag-node.ts'
import { defaultOf, shortTag } from '../../parts/rich-text/tags.ts'

export interface ShownPerson {
  /** Undefined: the sample person. */
  email: string | undefined
  title: string
  tags: { name: string; label: string; value: string }[]
  readTag(tag: string): ReadTag
}

interface PersonValues {
  email: string
  name: string
  firstName: string
  lastName: string
  fields: Record<string, string>
}

/** The sample person of the service, without data, so that tags show their defaults. */
const SOMEBODY: PersonValues = {
  email: 'ada@example.com',
  name: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  fields: {},
}

export function shownPerson(
  found: PersonValues | undefined,
  fields: readonly FieldAnswer[],
  labels: { name: string; firstName: string; lastName: string; emailAddress: string },
): ShownPerson {
  const person = found ?? SOMEBODY
  const field = (code: string) => person.fields[code] ?? ''
  const own = [
    { name: 'first_name', label: labels.firstName, value: person.firstName },
    { name: 'last_name', label: labels.lastName, value: person.lastName },
    { name: 'name', label: labels.name, value: person.name },
    { name: 'email', label: labels.emailAddress, value: person.email },
  ]
  const values = new Map([
    ...own.map(({ name, value }) => [name, value] as const),
    ...fields.flatMap(({ field: code, name }) => [
      [code, field(code)] as const,
      [name, field(code)] as const,
    ]),
  ])
  const names = new Map([
    ...own.map(({ name, label }) => [name, label] as const),
    ...fields.map(({ field: code, name }) => [code, name] as const),
  ])
  return {
    email: found?.email,
    title: person.name || person.email,
    tags: [
      ...own,
      ...fields
        .filter(({ activated, inUse }) => activated && inUse)
        .map(({ field: code, name }) => ({
          name: code,
          label: name === code ? '' : name,
          value: field(code),
        })),
    ],
    readTag(tag) {
      const short = shortTag(tag)
      const value = values.get(short)
      return {
        name: names.get(short) ?? short,
        value: value === '' ? (defaultOf(tag) ?? '') : (value ?? ''),
      }
    },
  }
}
