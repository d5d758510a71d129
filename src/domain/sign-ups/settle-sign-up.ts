/**
 * Decides about a sign-up: whether it gets its confirmation email, now or later. A form that gets
 * far more than usual becomes slow instead of refusing.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { violatedConstraint } from '../../db/unique-violation.ts'
import { domainOf, isEmailAddress } from '../../lib/email-address.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { Refusal } from '../refusal.ts'
import { insertTransaction } from '../transactions/insert.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { queuedOfForm } from './asked.sql.ts'
import { joinWithoutAsking } from './confirm-sign-up.ts'
import {
  expireSignUp,
  holdForm,
  holdNewOnes,
  holdSignUp,
  keepFirstEmail,
  noteSent,
  paceOfForm,
  postponeEmail,
  refuseRepeated,
  refuseSignUp,
  reserveEmail,
  signUpToSettle,
} from './sign-ups.sql.ts'

/** Why no email is sent, as a code that is stored. */
type RefusedReason = 'repeated' | 'opted-out' | 'undeliverable' | 'complained' | 'no-mail'
/** Why it is sent later. */
type HeldReason = 'pace' | 'network' | 'project' | 'planned'

/** Confirmation emails to one mailbox. */
const PER_MAILBOX = { hour: 1, day: 3, monthIfOptedOut: 1 }
/** Confirmation emails in an hour for sign-ups of one network. */
export const PER_NETWORK_HOUR = 20
/** A form may send so many times its usual hour, and at least so many emails an hour. */
export const PACE = { times: 10, least: 100 }
/**
 * Of the last emails to people of files so many may wait for a relay. Whoever is asked while its
 * warm-up or quota is used up would find a link that has run out.
 */
export const QUEUED = { most: 20, of: 200 }
const HOURS_OF_MONTH = 28 * 24
/** When a sign-up that is held back is looked at again. */
const AGAIN_SECONDS = 300

export interface SettleMeans {
  /** How long a confirmation is waited for. */
  days: number
  /** Whether a domain takes mail; bounded in time, and true if that can not be known. */
  takesMail(domain: string): Promise<boolean>
  /** The values of the confirmation email, DD1 first. */
  valuesFor(of: {
    accountId: number
    signUpId: number
    language: string
    listIds: number[]
  }): Promise<string[]>
}

type ToSettle = NonNullable<Awaited<ReturnType<typeof signUpToSettle>>>

/** A sign-up that is due. */
interface DueSignUp {
  accountId: number
  id: number
  emailKey: string
}

/** Idempotent: a sign-up that was decided about already is left as it is. */
export async function settleSignUp(
  db: Store,
  { accountId, id, emailKey }: DueSignUp,
  means: SettleMeans,
): Promise<void> {
  const { days } = means
  const keyHash = await keyHashOf(db, accountId, emailKey)
  const found = await signUpToSettle(db, { accountId, id, days, keyHash })
  if (!found) return
  const isReserved = found.state === 'waiting' && found.transactionId === null && !found.over
  if (isReserved) return askOrJoin(db, accountId, id, found, means)
  const isSecond = found.state === 'waiting' && found.again && !found.over
  if (isSecond) return sendAgain(db, accountId, id, found, means)
  if (found.state === 'waiting' || found.old || !found.formThere) {
    await expireSignUp(db, { accountId, id })
    return
  }
  const refused = await refusalOf(found, means)
  if (refused) return refuse(db, accountId, id, refused)
  const held = await heldBack(db, accountId, found)
  if (held) {
    await hold(db, accountId, id, held)
    if (held === 'pace') await holdAll(db, accountId, found.formId)
    return
  }
  try {
    // Another one of the mailbox got its email meanwhile, and this one is refused.
    if ((await reserveEmail(db, { accountId, id, days })) === 0) return
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    return refuse(db, accountId, id, 'repeated')
  }
  await refuseRepeated(db, { accountId, id })
  await askOrJoin(db, accountId, id, found, means)
}

/**
 * The second email, which somebody asked for, to a mailbox whose first link still works. Limits are
 * those of the first; whatever forbids it leaves the first as it is.
 */
async function sendAgain(
  db: Store,
  accountId: number,
  id: number,
  found: ToSettle,
  means: SettleMeans,
): Promise<void> {
  const refused = await refusalOf(found, means)
  const later = { accountId, id, seconds: AGAIN_SECONDS }
  if (refused && refused !== 'repeated') {
    await keepFirstEmail(db, { accountId, id })
    return
  }
  if (refused || (await heldBack(db, accountId, found))) {
    await postponeEmail(db, later)
    return
  }
  try {
    if ((await reserveEmail(db, { accountId, id, days: means.days })) === 0) return
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    await postponeEmail(db, later)
    return
  }
  await mail(db, accountId, id, found, means)
}

/** What is due of the form, and what comes, until its pace is looked at again. */
async function holdAll(db: Store, accountId: number, formId: number): Promise<void> {
  const of = { accountId, formId, seconds: AGAIN_SECONDS }
  await holdNewOnes(db, of)
  await holdForm(db, of)
}

/** Who is known, or opted out, is asked even by a form with single opt-in: anybody may type it. */
async function askOrJoin(
  db: Store,
  accountId: number,
  id: number,
  found: ToSettle,
  means: SettleMeans,
): Promise<void> {
  if (found.single && !found.optedOut && !found.again) await joinWithoutAsking(db, accountId, id)
  else await mail(db, accountId, id, found, means)
}

async function refuse(db: Store, accountId: number, id: number, reason: RefusedReason) {
  await refuseSignUp(db, { accountId, id, reason })
}

async function refusalOf(
  found: ToSettle,
  { takesMail }: SettleMeans,
): Promise<RefusedReason | undefined> {
  if (found.undeliverable) return 'undeliverable'
  if (found.complained) return 'complained'
  const { hour, day, monthIfOptedOut } = PER_MAILBOX
  if (found.mailedHour >= hour || found.mailedDay >= day) return 'repeated'
  if (found.optedOut && found.mailedMonth >= monthIfOptedOut) return 'opted-out'
  const { email } = found
  return isEmailAddress(email) && (await takesMail(domainOf(email))) ? undefined : 'no-mail'
}

async function heldBack(
  db: Store,
  accountId: number,
  { formId, released, projectGuid, networkHour, planned }: ToSettle,
): Promise<HeldReason | undefined> {
  if (projectGuid === null) return 'project'
  if (planned) {
    const { queued } = await queuedOfForm(db, { accountId, formId, most: QUEUED.of })
    if (queued >= QUEUED.most) return 'planned'
  }
  if (released) return undefined
  if (networkHour >= PER_NETWORK_HOUR) return 'network'
  const { hour, month } = await paceOfForm(db, { accountId, formId })
  const usual = (month - hour) / HOURS_OF_MONTH
  return hour >= Math.max(PACE.least, PACE.times * usual) ? 'pace' : undefined
}

async function hold(db: Store, accountId: number, id: number, reason: HeldReason) {
  await holdSignUp(db, { accountId, id, reason, seconds: AGAIN_SECONDS })
}

/** The identifier makes it one email, however often this is begun. A paused project is awaited. */
async function mail(
  db: Store,
  accountId: number,
  id: number,
  { email, language, projectGuid, ...of }: ToSettle,
  { valuesFor }: SettleMeans,
): Promise<void> {
  if (projectGuid === null) return
  const listIds = JSON.parse(of.listIds) as number[]
  const fields = await valuesFor({ accountId, signUpId: id, language, listIds })
  try {
    const inserted = await insertTransaction(db, accountId, {
      guid: projectGuid,
      identifier: of.again ? `sign-up ${id} again` : `sign-up ${id}`,
      email,
      name: '',
      fields,
      format: undefined,
      sendAt: undefined,
      split: false,
    })
    const sent = { id, transactionId: inserted.id, formId: of.formId, listIds }
    await noteEmail(db, accountId, sent, of.again)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'no-such-project') throw error
    await postponeEmail(db, { accountId, id, seconds: AGAIN_SECONDS })
  }
}

/** Marks the sign-up as asked, and publishes it: once. */
async function noteEmail(
  db: Store,
  accountId: number,
  {
    id,
    transactionId,
    formId,
    listIds,
  }: {
    id: number
    transactionId: number
    formId: number
    listIds: readonly number[]
  },
  again: boolean,
): Promise<void> {
  const listening = !again && (await hasListener(db, accountId, 'signed-up'))
  const details = [{ form: formId, signUp: id, lists: listIds }]
  const work = async (tx: Db) => {
    if ((await noteSent(tx, { accountId, id, transactionId })) > 0 && listening)
      await publish(tx, accountId, { kind: 'signed-up', ids: [0], details })
  }
  await atomically(db, work, { again: true })
}
