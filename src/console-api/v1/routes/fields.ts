/** The data fields of an account: names, types, and whether a search looks into them. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import { FIELD_TYPES, nameField, setFieldType } from '../../../domain/demographics/change-field.ts'
import { demographicFields } from '../../../domain/demographics/fields.ts'
import { searchField } from '../../../domain/subscribers/words/choose-field.ts'
import { wordFieldsOf } from '../../../domain/subscribers/words/words.sql.ts'
import { route } from '../route.ts'

const Field = z.object({
  number: z.int(),
  field: z.string().describe('DD1 to DD100.'),
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  activated: z.boolean(),
  searched: z.boolean(),
})

export type FieldAnswer = z.output<typeof Field>

async function fieldsOf(db: Db, { id: accountId, fieldCount }: { id: number; fieldCount: number }) {
  const fields = await demographicFields(db, accountId, fieldCount)
  const searched = new Set((await wordFieldsOf(db, { accountId })).map(({ field }) => field))
  return fields.map(field => ({
    ...field,
    type: field.type as (typeof FIELD_TYPES)[number],
    searched: searched.has(field.number),
  }))
}

export const fields = [
  route({
    method: 'GET',
    path: '/fields',
    right: 'read',
    about: 'The data fields of subscribers.',
    commands: ['field list'],
    out: z.object({ items: z.array(Field) }),
    run: async ({ db, account }) => ({ items: await fieldsOf(db, account) }),
  }),
  route({
    method: 'PATCH',
    path: '/fields/:number',
    right: 'people',
    about: 'Name a field, give it a type, or have it searched. What subscribers hold in it stays.',
    commands: ['field edit', 'field name', 'field type'],
    params: z.strictObject({ number: z.coerce.number().int().min(1).max(100) }),
    body: z
      .strictObject({ name: z.string().max(200), type: z.enum(FIELD_TYPES), searched: z.boolean() })
      .partial(),
    out: Field,
    async run({ db, account }, { params: { number }, body: { name, type, searched } }) {
      if (searched !== undefined) await searchField(db, account.id, number, searched)
      if (name !== undefined) await nameField(db, account.id, number, name)
      if (type !== undefined) await setFieldType(db, account.id, number, type)
      return (await fieldsOf(db, account))[number - 1]!
    },
  }),
]
