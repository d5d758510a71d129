/**
 * Confirming. The sign-up is marked and its proof written in one transaction; the subscriptions
 * follow, and if the process ends in between, the worker catches up.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { demographicFields, MOST_FIELDS } from '../demographics/fields.ts'
import { type FormTexts, FormWords, isFormLanguage } from '../forms/form-words.ts'
import { namesOfLists, wordsOfForm } from '../forms/forms.sql.ts'
import { withLanguage } from '../forms/reader-language.ts'
import { answer } from '../measuring/answer.ts'
import { measuringOf } from '../measuring/measuring.sql.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { liftOptOut } from '../opt-outs/opt-out.ts'
import { Refusal } from '../refusal.ts'
import { joinKnown, subscribe } from '../subscribers/subscribe.ts'
import { keepNewConsent } from '../subscribers/subscribers.sql.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import type { CheckedForm, SignUpOrigin } from './keep-sign-up.ts'
import {
  addProof,
  addressOfSignUp,
  lockSignUp,
  noteApplied,
  noteConfirmed,
  noteJoined,
  proofOfSubscriber,
  signUpShown,
  signUpToApply,
} from './sign-ups.sql.ts'

/** The state of the page of confirmation. */
export type ConfirmState = 'waiting' | 'opted-out' | 'confirmed' | 'expired'

export interface ShownSignUp {
  state: ConfirmState
  /** The email was asked for once more: there is no third one. */
  again: boolean
  formId: number
  language: string
  email: string
  /** Names of its lists that still exist. */
  lists: string[]
}

/** Undefined: there is no such sign-up any more. */
export async function shownSignUp(
  db: Store,
  accountId: number,
  id: number,
): Promise<ShownSignUp | undefined> {
  const known = await addressOfSignUp(db, { accountId, id })
  if (!known) return undefined
  const keyHash = await keyHashOf(db, accountId, known.emailKey)
  const found = await signUpShown(db, { accountId, id, keyHash })
  const { again = false } = found ?? {}
  // One that was asked for again has an older link.
  if (!found || (!again && ['new', 'held', 'refused'].includes(found.state))) return undefined
  const { formId, language, email, optedOut, over } = found
  const lists = await namesOfLists(db, { accountId, listIds: JSON.parse(found.listIds) })
  const isOpen = found.state === 'waiting' && !over
  const state = isOpen
    ? optedOut
      ? 'opted-out'
      : 'waiting'
    : found.state === 'confirmed'
      ? 'confirmed'
      : 'expired'
  return { state, again, formId, language, email, lists: lists.map(({ name }) => name) }
}

/**
 * Confirms, once. `lifts`: the person pressed that an opt-out of theirs is to end. Returns the new
 * state of the sign-up: unchanged, if it had ended, or if there is an opt-out.
 */
export async function confirmSignUp(
  db: Store,
  accountId: number,
  id: number,
  { network, ip, lifts }: Pick<SignUpOrigin, 'network' | 'ip'> & { lifts: boolean },
): Promise<ShownSignUp | undefined> {
  const before = await shownSignUp(db, accountId, id)
  if (!before || before.state === 'expired') return before
  if (before.state === 'opted-out' && !lifts) return before
  await atomically(
    db,
    async tx => {
      const signUp = await lockSignUp(tx, { accountId, id })
      if (signUp?.state !== 'waiting' || signUp.over) return
      await noteConfirmed(tx, { accountId, id, lifts: lifts && before.state === 'opted-out' })
      const shown = await whatWasShown(tx, accountId, signUp)
      await addProof(tx, { accountId, id, network, ip, ...shown })
    },
    { again: true },
  )
  await applySignUp(db, accountId, id)
  return shownSignUp(db, accountId, id)
}

/**
 * Single opt-in: the sign-up counts without an email, with a proof that says so. Of an address that
 * is unknown, by a form that allows it.
 */
export async function joinWithoutAsking(db: Store, accountId: number, id: number): Promise<void> {
  await atomically(
    db,
    async tx => {
      const signUp = await lockSignUp(tx, { accountId, id })
      if (!signUp || (await noteJoined(tx, { accountId, id })) === 0) return
      const shown = await whatWasShown(tx, accountId, signUp, true)
      await addProof(tx, { accountId, id, network: '', ip: '', ...shown })
    },
    { again: true },
  )
  await applySignUp(db, accountId, id)
}

type ToApply = NonNullable<Awaited<ReturnType<typeof signUpToApply>>>

type Locked = NonNullable<Awaited<ReturnType<typeof lockSignUp>>>

async function textsShown(
  db: Db,
  accountId: number,
  { formId, version, language }: { formId: number; version: number; language: string },
): Promise<FormTexts | undefined> {
  const words = await wordsOfForm(db, { accountId, formId, version })
  return isFormLanguage(language)
    ? FormWords.parse(JSON.parse(words?.texts ?? '{}'))[language]
    : undefined
}

/** The words as they were shown, and the input, as JSON. */
async function whatWasShown(tx: Db, accountId: number, signUp: Locked, singleOptIn = false) {
  const { formId, wordsVersion: version, language, name } = signUp
  const texts = await textsShown(tx, accountId, { formId, version, language })
  const fields = JSON.parse(signUp.fields) as CheckedForm['fields']
  const known = await demographicFields(tx, accountId, MOST_FIELDS)
  const labelOf = (field: string, usual: string) => texts?.labels[field] || usual
  const given = [
    ...(name === '' ? [] : [[labelOf('name', 'name'), name]]),
    ...fields.flatMap((value, i) =>
      value === null ? [] : [[labelOf(`DD${i + 1}`, known[i]!.name), value]],
    ),
  ]
  const lists = await namesOfLists(tx, { accountId, listIds: JSON.parse(signUp.listIds) })
  const names = lists.map(one => one.name)
  const shown = { ...texts, lists: names, singleOptIn, measured: signUp.measured }
  return { shown: JSON.stringify(shown), given: JSON.stringify(Object.fromEntries(given)) }
}

/** Subscribes who confirmed. Idempotent; a list that is gone is left out. */
export async function applySignUp(db: Store, accountId: number, id: number): Promise<void> {
  const found = await signUpToApply(db, { accountId, id })
  if (!found) return
  const { email, name, form, confirmed } = found
  if (found.liftable)
    await liftOptOut(db, accountId, email, { reason: `confirmed by the form ${form}` })
  const person = { email, name, format: undefined, countryCode: '', phone: '' }
  const given = JSON.parse(found.fields) as CheckedForm['fields']
  const fields = await withLanguage(db, accountId, emailKey(email), given, found.language)
  const consent = { source: `form: ${form}`.slice(0, 500), given: new Date(confirmed) }
  let subscriberId: number | null = null
  for (const listId of JSON.parse(found.listIds) as number[]) {
    try {
      const joined = await subscribe(db, accountId, listId, person, fields, 'keep', 'form')
      if (joined.optedOut) continue
      subscriberId = joined.id
      const named = { subscriberId: joined.id, email: '' }
      await joinKnown(db, accountId, listId, named, consent, 'form')
      await keepNewConsent(db, { accountId, listId, subscriberId: joined.id, ...consent })
    } catch (error) {
      if (!(error instanceof Refusal) || !GONE.includes(error.reason)) throw error
    }
  }
  if (subscriberId !== null) await answerMeasuring(db, accountId, subscriberId, found)
  const listening = !found.singleOptIn && (await hasListener(db, accountId, 'confirmed'))
  const details = [{ form: found.formId, signUp: id, lists: JSON.parse(found.listIds) }]
  await atomically(
    db,
    async tx => {
      await proofOfSubscriber(tx, { accountId, id, subscriberId })
      if ((await noteApplied(tx, { accountId, id, subscriberId })) > 0 && listening)
        await publish(tx, accountId, { kind: 'confirmed', ids: [subscriberId ?? 0], details })
    },
    { again: true },
  )
}

/**
 * Keeps whether the person may be measured. A box that is left empty takes back nothing that they
 * said before.
 */
async function answerMeasuring(
  db: Store,
  accountId: number,
  subscriberId: number,
  { measured, formId, wordsVersion: version, language, confirmed }: ToApply,
): Promise<void> {
  if (measured === null) return
  const before = await measuringOf(db, { accountId, subscriberId })
  const isAsked = (agreed: boolean | null | undefined) => typeof agreed === 'boolean'
  const opens = measured || !isAsked(before?.opensAgreed) ? measured : undefined
  const clicks = measured || !isAsked(before?.clicksAgreed) ? measured : undefined
  if (opens === undefined && clicks === undefined) return
  const texts = await textsShown(db, accountId, { formId, version, language })
  const words = texts?.measuring ?? ''
  const given = { opens, clicks, words, way: 'form', saidAt: new Date(confirmed) } as const
  await answer(db, accountId, subscriberId, given)
}

/** The list was removed, or the person opted out or was removed meanwhile. */
const GONE: readonly string[] = ['no-such-list', 'opted-out', 'no-such-subscriber']
