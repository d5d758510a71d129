/** The data fields of an account: names, types, choices, and values. */

import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import {
  addField,
  editField,
  FIELD_TYPES,
  type FieldType,
  removeField,
  violationsOfField,
} from '../../domain/demographics/change-field.ts'
import { demographicFields, fieldNumber, MOST_FIELDS } from '../../domain/demographics/fields.ts'
import {
  contentsOfField,
  countFilledFields,
  fieldsFilledLately,
  usersOfField,
} from '../../domain/directory/fields-in-use.ts'
import { searchField } from '../../domain/words/choose-field.ts'
import { wordFieldsOf } from '../../domain/words/words.sql.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'

const Field = z
  .object({
    number: z.int(),
    field: z.string().describe('DD1 to DD100.'),
    name: z.string(),
    type: z.enum(FIELD_TYPES),
    choices: z.array(z.string()).describe('Values that are offered; none: any.'),
    activated: z.boolean(),
    searched: z.boolean(),
    inUse: z
      .boolean()
      .describe('It has a name, a type or choices, or one of the newest 50,000 people a value.'),
  })
  .meta({ id: 'Field' })

export type FieldAnswer = z.output<typeof Field>

const params = z.strictObject({
  number: z
    .preprocess(
      given => fieldNumber(String(given)) ?? given,
      z.coerce.number<number | string>().int().min(1).max(MOST_FIELDS),
    )
    .describe('DD5, or 5.'),
})

const name = z.string().max(200).describe('Its name; empty: it is called by its number.')

const given = {
  type: z.enum(FIELD_TYPES).describe('Its type.'),
  choices: z.array(z.string().max(500)).max(200).describe('Values that are offered; none: any.'),
  searched: z.boolean().describe('Whether a search of subscribers looks into it.'),
}

interface FieldsOf {
  id: number
  fieldCount: number
}

async function fieldsOf(db: Store, { id: accountId, fieldCount }: FieldsOf) {
  const fields = await demographicFields(db, accountId, fieldCount)
  const searched = new Set((await wordFieldsOf(db, { accountId })).map(({ field }) => field))
  const filled = await fieldsFilledLately(db, accountId)
  return fields.map(field => {
    const { number, name, type } = field
    const named = name !== `DD${number}` || type !== 'text' || field.choices.length > 0
    return {
      ...field,
      type: type as FieldType,
      searched: searched.has(number),
      inUse: named || searched.has(number) || filled.has(number),
    }
  })
}

export const fields = [
  action({
    route: 'GET /fields',
    right: 'read',
    about: 'The data fields of subscribers.',
    command: 'field list',
    out: z.object({ items: z.array(Field) }),
    run: async ({ db, account }) => ({ items: await fieldsOf(db, account) }),
  }),
  action({
    route: 'POST /fields',
    right: 'people',
    about: 'Make a field, of the first number without a name and without values.',
    command: 'field add <name>',
    body: withRules(
      z.strictObject({ name, ...given }).partial({ type: true, choices: true, searched: true }),
      violationsOfField,
    ),
    out: Field,
    creates: true,
    async run({ db, account }, { body: { searched, ...body } }) {
      const number = await addField(db, account.id, account.fieldCount, body)
      if (searched) await searchField(db, account.id, number, true)
      return (await fieldsOf(db, account))[number - 1]!
    },
  }),
  action({
    route: 'GET /fields/filled',
    right: 'read',
    about: 'How many people have a value in each field, counted some seconds ago at most.',
    out: z.object({
      people: z.int().describe('How many there are.'),
      countedAt: moment,
      items: z.array(z.object({ number: z.int(), people: z.int() })),
    }),
    async run({ db, account }) {
      const { people, countedAt, filled } = await countFilledFields(db, account.id)
      const items = [...filled].map(([number, people]) => ({ number, people }))
      return { people, countedAt, items }
    },
  }),
  action({
    route: 'GET /fields/:number/contents',
    right: 'read',
    about: 'What people hold in a field, and which values would not fit a type.',
    personal: true,
    params,
    query: z.strictObject({
      as: z.enum(FIELD_TYPES).optional().describe('By default the type that it has.'),
    }),
    out: z.object({
      values: z
        .array(z.object({ value: z.string(), people: z.int() }))
        .describe('The most frequent ones, cut after 200 characters.'),
      misfits: z.object({
        people: z.int().describe('Who has a value that does not fit.'),
        values: z.array(z.string()).describe('Some of those values.'),
      }),
    }),
    async run({ db, account }, { params: { number }, query: { as } }) {
      const field = (await demographicFields(db, account.id, account.fieldCount))[number - 1]!
      return contentsOfField(db, account.id, field, as ?? (field.type as FieldType))
    },
  }),
  action({
    route: 'GET /fields/:number/uses',
    right: 'read',
    about: 'Filters, newsletters, templates and triggers that read a field.',
    params,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['filter', 'newsletter', 'template', 'trigger']),
          id: z.int(),
          name: z.string(),
        }),
      ),
    }),
    async run({ db, account }, { params: { number } }) {
      const field = (await demographicFields(db, account.id, account.fieldCount))[number - 1]!
      const rows = await usersOfField(db, account.id, field)
      return { items: rows.map(row => ({ ...row, kind: row.kind as 'filter' })) }
    },
  }),
  action({
    route: 'PATCH /fields/:number',
    right: 'people',
    about: 'Name a field, give it a type or choices, or have it searched. Values stay.',
    command: 'field edit',
    params,
    body: withRules(z.strictObject({ name, ...given }).partial(), violationsOfField),
    out: Field,
    async run({ db, account }, { params: { number }, body: { searched, ...body } }) {
      if (Object.keys(body).length > 0) await editField(db, account.id, number, body)
      if (searched !== undefined) await searchField(db, account.id, number, searched)
      return (await fieldsOf(db, account))[number - 1]!
    },
  }),
  action({
    route: 'DELETE /fields/:number',
    right: 'people',
    about: 'Forget name, type and choices of a field that nobody has a value in.',
    command: 'field remove',
    params,
    async run({ db, account }, { params: { number } }) {
      await removeField(db, account.id, number)
      const searched = await wordFieldsOf(db, { accountId: account.id })
      if (searched.some(({ field }) => field === number))
        await searchField(db, account.id, number, false)
    },
  }),
] as const
