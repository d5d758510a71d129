/** Sign-ups by forms: what became of them, and the proofs of those who confirmed. */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { type Form, formById } from '../../domain/forms/form.ts'
import { FORM_LANGUAGES, type FormLanguage, isFormLanguage } from '../../domain/forms/form-words.ts'
import { askUnconfirmed } from '../../domain/imports/ask-unconfirmed.ts'
import { importProgress } from '../../domain/imports/progress.ts'
import { noSuch, type Violation } from '../../domain/refusal.ts'
import { askedByImport } from '../../domain/sign-ups/asked.sql.ts'
import { decideHeld } from '../../domain/sign-ups/decide-held.ts'
import { askToConfirm, checkTyped, type Mistake } from '../../domain/sign-ups/keep-sign-up.ts'
import { proofsOfPerson } from '../../domain/sign-ups/proofs.ts'
import { funnelOfForm, growthByForm, signUpsOfForm } from '../../domain/sign-ups/sign-ups.sql.ts'
import { trackedList } from '../../domain/tracking/tracked-lists.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { personalText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { fieldValues } from '../subscribers/subscribers.ts'
import { withRules } from '../value-problems.ts'
import { bigId, email, id, moment, pageOf, paging } from '../values.ts'

const STATES = [
  'new',
  'held',
  'waiting',
  'confirmed',
  'expired',
  'refused',
  'leaving',
  'left',
] as const

const SignUp = z
  .object({
    id: bigId,
    state: z.enum(STATES),
    reason: z
      .string()
      .describe(
        'Why it is held (pace, network, project, planned) or refused: repeated, opted-out, undeliverable, ' +
          'complained, no-mail, stopped.',
      ),
    email,
    language: z.string(),
    network: personalText,
    page: z.string(),
    created: moment,
    mailed: moment.nullable(),
    confirmed: moment.nullable(),
    expires: moment.nullable(),
    transactionId: id.nullable().describe('The confirmation email.'),
    subscriberId: bigId.nullable(),
  })
  .meta({ id: 'SignUp' })

export type SignUpAnswer = z.output<typeof SignUp>

const Funnel = z.object({
  signedUp: z.int(),
  mailed: z.int(),
  confirmed: z.int(),
  reasons: z.array(z.object({ state: z.enum(STATES), reason: z.string(), people: z.int() })),
})

const Proof = z
  .object({
    id: bigId,
    formId: id,
    formName: z.string(),
    wordsVersion: z.int(),
    language: z.string(),
    shown: z.object({
      title: z.string(),
      intro: z.string(),
      consent: z.string(),
      measuring: z.string().describe('Of the second box. Empty: there was none.'),
      button: z.string(),
      lists: z.array(z.string()),
    }),
    given: z.array(z.object({ label: z.string(), value: personalText })),
    measured: z.boolean().nullable().describe('The second box was ticked; null: there was none.'),
    listIds: z.array(id),
    signedUp: moment,
    confirmed: moment,
    singleOptIn: z.boolean().describe('The address was not asked to confirm.'),
    network: personalText.describe('The whole IP address, if the form keeps it.'),
    confirmedNetwork: personalText,
    agent: personalText,
    page: z.string(),
    transactionId: id.nullable(),
  })
  .meta({ id: 'SignUpProof' })

export type ProofAnswer = z.output<typeof Proof>

const Asked = z.object({
  importId: id,
  file: z.string(),
  created: moment,
  unconfirmed: z.int().describe('Rows that the file called unconfirmed, as far as they are kept.'),
  asked: z.int().describe('People who were asked, or will be.'),
  remaining: z.int().describe('Of them, those whose turn is still to come.'),
  mailed: z.int(),
  confirmed: z.int(),
  until: moment.nullable().describe('When the last one is asked.'),
})

export type AskedAnswer = z.output<typeof Asked>

const MOST_FILES = 100

const params = z.strictObject({ formId: id })
const days = z.coerce.number().int().min(1).max(90).default(30)
const Many = z.object({ signUps: z.int() })

async function formOf({ db, account }: ActionCall, formId: number) {
  const form = await formById(db, account.id, formId)
  if (!form) throw noSuch('no-such-form', formId)
  return form
}

const firstLanguage = ({ words }: Form): FormLanguage =>
  Object.keys(words).find(isFormLanguage) ?? 'en'

function said({ field, wrong }: Mistake) {
  if (wrong === 'lists') return { field: 'body.listIds', ...detailed('sign-up-lists') }
  if (field === 'email') return { field: 'body.email', ...detailed('sign-up-address') }
  const path = field === 'name' ? 'body.name' : `body.fields.${field}`
  return { ...detailed('sign-up-value', { field }), field: path }
}

/** The address, before the form is known. */
function violationsOfSignUp({ email: given }: { email?: string | undefined }): Violation[] {
  if (given === undefined) return []
  const read = checkTyped(NO_FORM, { email: given, values: {}, listIds: [] })
  if (!Array.isArray(read)) return []
  return read.map(({ field }) => ({ path: [field], detail: detailed('sign-up-address') }))
}

const NO_FORM = { asked: [], required: [], listIds: [], listsChosen: false }

const LAST = Number.MAX_SAFE_INTEGER

export const signUps = [
  action({
    route: 'GET /forms/:formId/sign-ups',
    right: 'read',
    about: 'Who signed up by a form, the newest first. Nobody is on a list before they confirm.',
    command: 'form sign-ups',
    params,
    query: z.strictObject({ ...paging, state: z.enum(STATES).optional() }),
    out: pageOf(SignUp),
    async run(call, { params: { formId }, query: { after, limit, state } }) {
      await formOf(call, formId)
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [LAST]
      const of = { accountId: call.account.id, formId, before, state: state ?? null }
      const rows = await signUpsOfForm(call.db, { ...of, size: limit + 1 })
      return cut(
        rows.map(row => ({ ...row, state: row.state as (typeof STATES)[number] })),
        limit,
        row => [row.id],
      )
    },
  }),
  action({
    route: 'GET /forms/:formId/funnel',
    right: 'read',
    about: 'How many signed up by a form, got their email, and confirmed; and why others did not.',
    command: 'form funnel',
    params,
    query: z.strictObject({ days: days.describe('Of so many days.') }),
    out: Funnel,
    async run(call, { params: { formId }, query }) {
      await formOf(call, formId)
      const of = { accountId: call.account.id, formId, days: query.days }
      const rows = await funnelOfForm(call.db, of)
      const sum = (count: (row: (typeof rows)[number]) => number) =>
        rows.reduce((all, row) => all + count(row), 0)
      return {
        signedUp: sum(({ people }) => people),
        mailed: sum(({ mailed }) => mailed),
        confirmed: sum(({ state, people }) => (state === 'confirmed' ? people : 0)),
        reasons: rows.map(({ state, reason, people }) => ({
          state: state as (typeof STATES)[number],
          reason,
          people,
        })),
      }
    },
  }),
  action({
    route: 'POST /forms/:formId/release',
    right: 'people',
    about: 'Send the confirmation emails that are held back, as far as each address may get one.',
    command: 'form release',
    params,
    out: Many,
    run: async ({ db, account }, { params: { formId } }) => ({
      signUps: await decideHeld(db, account.id, formId, 'release'),
    }),
  }),
  action({
    route: 'POST /forms/:formId/stop',
    right: 'people',
    about: 'Refuse the sign-ups that are held back: nobody of them gets an email.',
    command: 'form stop',
    params,
    out: Many,
    run: async ({ db, account }, { params: { formId } }) => ({
      signUps: await decideHeld(db, account.id, formId, 'stop'),
    }),
  }),
  action({
    route: 'POST /forms/:formId/ask',
    right: 'people',
    about:
      'Ask people whom the file of an import called unconfirmed, so many a day. To end it: refuse ' +
      'what is held.',
    command: 'form ask',
    params,
    body: z.strictObject({
      importId: id.describe('Its rejected rows, as far as they are kept.'),
      perDay: z.int().min(1).max(2_000).default(200).describe('Emails in 24 hours.'),
      language: z.enum(FORM_LANGUAGES).optional().describe('By default the first of the form.'),
    }),
    out: z.object({
      people: z.int(),
      until: moment.nullable().describe('When the last one is asked.'),
    }),
    async run(call, { params: { formId }, body: { importId, perDay, language } }) {
      const { db, account } = call
      const form = await formOf(call, formId)
      if (!(await importProgress(db, account.id, importId)))
        throw noSuch('no-such-import', importId)
      const asking = { importId, perDay, language: language ?? firstLanguage(form) }
      const { people, until } = await askUnconfirmed(db, account.id, form, asking)
      return { people, until: until?.toISOString() ?? null }
    },
  }),
  action({
    route: 'GET /forms/:formId/asked',
    right: 'read',
    about: 'Imports whose file called people unconfirmed, and how far a form has asked them.',
    command: 'form asked',
    params,
    out: z.object({ items: z.array(Asked) }),
    async run(call, { params: { formId } }) {
      await formOf(call, formId)
      const of = { accountId: call.account.id, formId, most: MOST_FILES }
      return { items: await askedByImport(call.db, of) }
    },
  }),
  action({
    route: 'POST /sign-ups',
    right: 'people',
    about: 'Ask somebody to confirm, as if they had used the form themselves.',
    command: 'form sign-up <email>',
    body: withRules(
      z.strictObject({
        email,
        formId: id.describe('The form whose words they are asked by.'),
        name: z.string().max(500).default('').describe('Their name.'),
        fields: fieldValues.default({}),
        listIds: z.array(id).max(20).default([]).describe('Where people choose among the lists.'),
        language: z.enum(FORM_LANGUAGES).optional().describe('By default the first of the form.'),
      }),
      violationsOfSignUp,
    ),
    async run(call, { body }) {
      const form = await formOf(call, body.formId)
      const { email, name, fields, listIds } = body
      const typed = { email, values: { ...fields, name }, listIds }
      const asked = { ...form, asked: ['name', ...Object.keys(fields)], required: [] }
      const checked = checkTyped(asked, typed)
      if (Array.isArray(checked)) {
        const errors = checked.map(said)
        throw new ApiProblem('not-valid', { ...errors[0], errors })
      }
      const language = body.language ?? firstLanguage(form)
      await askToConfirm(call.db, call.account.id, form, checked, language)
    },
  }),
  action({
    route: 'GET /subscribers/:subscriberId/proofs',
    right: 'read',
    about: 'What a subscriber agreed to by forms, in the words that were shown.',
    params: z.strictObject({ subscriberId: bigId }),
    out: z.object({ items: z.array(Proof) }),
    async run({ db, account }, { params: { subscriberId } }) {
      const items = await proofsOfPerson(db, account.id, subscriberId)
      if (!items) throw noSuch('no-such-subscriber', subscriberId)
      return { items }
    },
  }),
  action({
    route: 'GET /lists/:listId/growth',
    right: 'read',
    about: 'How many joined a list by which form, day by day.',
    params: z.strictObject({ listId: id }),
    query: z.strictObject({ days }),
    out: z.object({
      items: z.array(
        z.object({ formId: id, formName: z.string(), day: z.string(), people: z.int() }),
      ),
    }),
    async run({ db, account }, { params: { listId }, query }) {
      await trackedList(db, account.id, listId)
      return { items: await growthByForm(db, { accountId: account.id, listId, days: query.days }) }
    },
  }),
] as const
