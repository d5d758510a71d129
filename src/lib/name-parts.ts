/**
 * First and last name of a person. They are kept behind the hundred data fields, as numbers 101 and
 * 102, so that whatever keeps, changes, takes back, hands on or erases fields does so with them.
 * The name stays the whole one, which is all that older programs know: a part counts as long as the
 * name contains it, so a name that such a program changes takes no wrong part along.
 * docs/decisions/0072-first-and-last-name.md
 */
export const FIRST_NAME = 101
export const LAST_NAME = 102

/** Tags and columns of filters. */
export const NAME_PARTS = { first_name: FIRST_NAME, last_name: LAST_NAME } as const

export type NamePart = keyof typeof NAME_PARTS

export const isNamePart = (name: string): name is NamePart => Object.hasOwn(NAME_PARTS, name)

/** Empty: not known. `fields`: DD1 first. */
export function namePart(
  name: string,
  fields: readonly (string | null | undefined)[],
  part: NamePart,
): string {
  const value = fields[NAME_PARTS[part] - 1] ?? ''
  return name.includes(value) ? value : ''
}

export const wholeName = (first: string, last: string): string =>
  `${first.trim()} ${last.trim()}`.trim()

export interface NamePartsChange {
  firstName?: string | undefined
  lastName?: string | undefined
}

/** The fields that are given, by number, with the parts of the name that are. */
export function withNameParts(
  fields: ReadonlyMap<number, string>,
  { firstName, lastName }: NamePartsChange,
): ReadonlyMap<number, string> {
  if (firstName === undefined && lastName === undefined) return fields
  const all = new Map(fields)
  if (firstName !== undefined) all.set(FIRST_NAME, firstName.trim())
  if (lastName !== undefined) all.set(LAST_NAME, lastName.trim())
  return all
}
