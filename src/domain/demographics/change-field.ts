/** Names a demographic field or sets its type. The values of subscribers are not changed. */
import { atomically, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import { fieldsOfAccount, saveField } from './demographics.sql.ts'
import { fieldNumber } from './fields.ts'

export const FIELD_TYPES = ['text', 'number', 'date'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

const MAX_NAME = 100

/**
 * An empty name resets the field to its number. Refuses a name that is the number or the name of
 * another field.
 */
export async function nameField(
  db: Store,
  accountId: number,
  number: number,
  given: string,
): Promise<void> {
  const name = checkText(given, 'field name', MAX_NAME) || `DD${number}`
  const meant = fieldNumber(name)
  if (meant !== undefined && meant !== number)
    throw new Refusal('not-valid', `${name} is the number of another field.`)
  // Callers delimit lists of fields by these.
  if (/[;|]/.test(name))
    throw new Refusal('not-valid', 'The name of a field must not contain a semicolon or a pipe.')
  await change(db, accountId, number, (field, others) => {
    const twin = others.find(other => other.name.toLowerCase() === name.toLowerCase())
    if (twin) throw new Refusal('not-valid', `DD${twin.number} has that name already.`)
    return { ...field, name }
  })
}

export function setFieldType(
  db: Store,
  accountId: number,
  number: number,
  type: FieldType,
): Promise<void> {
  return change(db, accountId, number, field => ({ ...field, type }))
}

interface Field {
  number: number
  name: string
  type: string
}

function change(
  db: Store,
  accountId: number,
  number: number,
  changed: (field: Field, others: Field[]) => Field,
): Promise<void> {
  return atomically(
    db,
    async tx => {
      const fields = await fieldsOfAccount(tx, { accountId })
      const field = fields.find(known => known.number === number) ?? {
        number,
        name: `DD${number}`,
        type: 'text',
      }
      const others = fields.filter(known => known.number !== number)
      const { name, type } = changed(field, others)
      await saveField(tx, { accountId, number, name, type })
      await recordChange(tx, accountId, {
        ...{ action: 'field.edit', id: number },
        before: { name: field.name, type: field.type },
        after: { name, type },
      })
    },
    { again: true },
  )
}
