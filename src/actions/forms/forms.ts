/** Sign-up forms, and their texts. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import {
  allForms,
  type Form,
  formById,
  pathOfForm,
  violationsOfForm,
} from '../../domain/forms/form.ts'
import { askedField, FORM_LANGUAGES, FormWords, formTexts } from '../../domain/forms/form-words.ts'
import { lockForm } from '../../domain/forms/forms.sql.ts'
import {
  editForm,
  makeForm,
  removeForm,
  setFormTexts,
  setOptIn,
} from '../../domain/forms/save-form.ts'
import { noSuch } from '../../domain/refusal.ts'
import { countsOfForms } from '../../domain/sign-ups/sign-ups.sql.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const given = {
  name: z.string().max(200).describe('Its name, for you alone.'),
  listIds: z.array(id).min(1).max(20).describe('The lists that people sign up for.'),
  listsChosen: z.boolean().describe('People choose among the lists; otherwise they get all.'),
  asked: z.array(askedField).max(30).describe('Fields beside the address: name, DD3.'),
  required: z.array(askedField).max(30).describe('Those that must be filled in.'),
  hosts: z.array(z.string().max(260)).max(20).describe('Sites that it stands on or leads to.'),
  afterUrl: z.string().max(2000).describe('The page after it, on one of the hosts.'),
  formerId: z.string().max(64).nullable().describe('Its id at a former service, for old pages.'),
  keepIp: z.boolean().describe('Proofs keep the whole IP address, not just its network.'),
}

const COUNTED_DAYS = 30

const counts = {
  signedUp: z.int().describe(`Of the last ${COUNTED_DAYS} days, as the other counts.`),
  waiting: z.int().describe('They have an email, and have not confirmed yet.'),
  held: z.int().describe('Held back: their email goes out later.'),
  confirmed: z.int(),
  expired: z.int(),
  refused: z.int(),
}

const FormAnswer = z
  .object({
    id,
    ...given,
    active: z.boolean().describe('Whether anybody can sign up by it now.'),
    singleOptIn: z.boolean().describe('Whether unknown addresses join without confirming.'),
    address: z.string().describe('Of its page.'),
    words: FormWords,
    wordsVersion: z.int(),
    projectId: id.describe('The project that its confirmation emails are sent by.'),
    created: moment,
    ...counts,
  })
  .meta({ id: 'Form' })

export type FormAnswer = z.output<typeof FormAnswer>

const params = z.strictObject({ formId: id })
const language = z.enum(FORM_LANGUAGES)

const NONE = { signedUp: 0, waiting: 0, held: 0, confirmed: 0, expired: 0, refused: 0 }

/** Counts change by themselves. */
const tag = ({ signedUp, waiting, held, confirmed, expired, refused, ...form }: FormAnswer) => form

async function shownForms({ db, account, rendering }: ActionCall, forms: readonly Form[]) {
  const { publicUrl } = await rendering()
  const rows = await countsOfForms(db, { accountId: account.id, days: COUNTED_DAYS })
  const counted = new Map(rows.map(({ formId, ...of }) => [formId, of]))
  return forms.map(form => ({
    ...form,
    ...(counted.get(form.id) ?? NONE),
    address: publicUrl + pathOfForm(account.id, form.id),
  }))
}

async function shownForm(call: ActionCall, formId: number, db: Db = call.db) {
  const form = await formById(db, call.account.id, formId)
  if (!form) throw noSuch('no-such-form', formId)
  const [shown] = await shownForms(call, [form])
  return shown!
}

const ifFormUnchanged = <T>(call: ActionCall, formId: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'form', id: formId },
    async tx => {
      await lockForm(tx, { accountId: call.account.id, id: formId })
      return entityTag(tag(FormAnswer.parse(await shownForm(call, formId, tx))))
    },
    change,
  )

/** `DD3=Town` */
const label = z
  .string()
  .regex(/^(?:name|DD\d{1,3})=/, 'Write a label as DD3=Town.')
  .max(250)

const labelsIn = (given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    given.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )

export const forms = [
  action({
    route: 'GET /forms',
    right: 'read',
    about: 'The sign-up forms, with what they brought lately.',
    command: 'form list',
    query: z.strictObject(paging),
    out: pageOf(FormAnswer),
    async run(call, { query: { after, limit } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const all = await allForms(call.db, call.account.id)
      const rows = await shownForms(
        call,
        all.filter(form => form.id > last),
      )
      return cut(rows, limit, form => [form.id])
    },
  }),
  action({
    route: 'GET /forms/:formId',
    right: 'read',
    about: 'One sign-up form.',
    command: 'form show',
    params,
    out: FormAnswer,
    tag,
    run: (call, { params: { formId } }) => shownForm(call, formId),
  }),
  action({
    route: 'POST /forms',
    right: 'people',
    about: 'Make a sign-up form, with usual words in one language. People always confirm by email.',
    command: 'form add <name>',
    body: withRules(
      z.strictObject({
        name: given.name,
        listIds: given.listIds,
        listsChosen: given.listsChosen.default(false),
        asked: given.asked.default(['name']),
        required: given.required.default([]),
        hosts: given.hosts.default([]),
        afterUrl: given.afterUrl.default(''),
        formerId: given.formerId.default(null),
        keepIp: given.keepIp.default(false),
        language: language.default('en').describe('Of its words.'),
      }),
      violationsOfForm,
    ),
    out: FormAnswer,
    creates: true,
    tag,
    async run(call, { body: { language, ...form } }) {
      return shownForm(call, await makeForm(call.db, call.account.id, form, language))
    },
  }),
  action({
    route: 'PATCH /forms/:formId',
    right: 'people',
    about: 'Change the given values of a sign-up form.',
    command: 'form edit',
    readsIfMatch: true,
    params,
    body: withRules(
      z
        .strictObject({ ...given, active: z.boolean().describe('False: nobody can sign up.') })
        .partial(),
      violationsOfForm,
    ),
    out: FormAnswer,
    tag,
    async run(call, { params: { formId }, body }) {
      await ifFormUnchanged(call, formId, tx => editForm(tx, call.account.id, formId, body))
      return shownForm(call, formId)
    },
  }),
  action({
    route: 'PUT /forms/:formId/opt-in',
    right: 'own',
    about:
      'Whether people confirm by email (double opt-in). With single opt-in anybody can put unknown ' +
      'addresses on the lists; known ones are asked all the same.',
    command: 'form opt-in <kind>',
    params,
    body: z.strictObject({ kind: z.enum(['double', 'single']).describe('double: they confirm.') }),
    out: FormAnswer,
    async run(call, { params: { formId }, body: { kind } }) {
      await setOptIn(call.db, call.account.id, formId, kind === 'single')
      return shownForm(call, formId)
    },
  }),
  action({
    route: 'PATCH /forms/:formId/words/:language',
    right: 'people',
    about: 'Change what a form says in a language. Proofs keep the words that were shown.',
    command: 'form words',
    params: z.strictObject({ formId: id, language }),
    body: z
      .strictObject({
        ...formTexts,
        labels: z.array(label).max(31).describe('Of fields, as DD3=Town.'),
      })
      .partial(),
    out: FormAnswer,
    async run(call, { params, body: { labels, ...texts } }) {
      const { formId, language } = params
      const changes = { ...texts, ...(labels && { labels: labelsIn(labels) }) }
      await setFormTexts(call.db, call.account.id, formId, language, changes)
      return shownForm(call, formId)
    },
  }),
  action({
    route: 'DELETE /forms/:formId/words/:language',
    right: 'people',
    about: 'Take a language out of a form.',
    command: 'form drop-language',
    params: z.strictObject({ formId: id, language }),
    run: ({ db, account }, { params: { formId, language } }) =>
      setFormTexts(db, account.id, formId, language, null),
  }),
  action({
    route: 'DELETE /forms/:formId',
    right: 'people',
    about: 'Remove a form. Who confirmed stays, with the proofs.',
    command: 'form remove',
    readsIfMatch: true,
    params,
    run: (call, { params: { formId } }) =>
      ifFormUnchanged(call, formId, tx => removeForm(tx, call.account.id, formId)),
  }),
] as const
