/** Settles sign-ups: sends confirmation emails, lets sign-ups expire, and removes old ones. */
import type { Store } from '../db/db.ts'
import { brandOf } from '../domain/brand/keep-brand.ts'
import { confirmationValues } from '../domain/forms/confirmation-email.ts'
import { confirmationTexts } from '../domain/forms/confirmation-texts.ts'
import { isFormLanguage } from '../domain/forms/form-words.ts'
import { namesOfLists } from '../domain/forms/forms.sql.ts'
import { publicOrigin } from '../domain/hosts/public-origin.ts'
import type { Keys } from '../domain/keys/keys.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import { applySignUp } from '../domain/sign-ups/confirm-sign-up.ts'
import {
  oldNetworks,
  oldSignUps,
  removeNetworks,
  removeSignUps,
} from '../domain/sign-ups/kept.sql.ts'
import { applyLeaving } from '../domain/sign-ups/leave.ts'
import { applyRequest } from '../domain/sign-ups/once-more.ts'
import { type SettleMeans, settleSignUp } from '../domain/sign-ups/settle-sign-up.ts'
import { dueSignUps } from '../domain/sign-ups/sign-ups.sql.ts'
import { confirmToken } from '../mail/links/sign-up.ts'
import { wakeWhenDue } from './due-work.ts'
import { type Loop, startLoop } from './loop.ts'

const MOST = 100
/** Settled at a time: each may wait for DNS. */
const AT_A_TIME = 10
const HOUR = 3_600_000
/** The retention of sign-ups without a result, as of the limits and the funnel of the form. */
const KEPT_DAYS = 90

export interface SignUpOptions {
  store: Store
  keys: Keys
  /** The origin of the installation. */
  publicUrl: string
  days: number
  takesMail: SettleMeans['takesMail']
  report(error: unknown, name: string): void
}

/** Returns whether there may be more. One that fails is tried again, and stops no other. */
export async function settleDueSignUps(
  options: SignUpOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { store, days, takesMail, report } = options
  const means: SettleMeans = { days, takesMail, valuesFor: of => valuesOf(options, of) }
  const due = await dueSignUps(store, { most: MOST })
  let failed = false
  for (let at = 0; at < due.length && !stopping?.aborted; at += AT_A_TIME)
    await Promise.all(
      due.slice(at, at + AT_A_TIME).map(async one => {
        try {
          if (one.state === 'confirmed') await applySignUp(store, one.accountId, one.id)
          else if (one.state === 'leaving') await applyLeaving(store, one.accountId, one.id)
          else if (one.state === 'again') await applyRequest(store, one.accountId, one.id)
          else await settleSignUp(store, one, means)
        } catch (error) {
          failed = true
          report(error, 'sign-ups')
        }
      }),
    )
  return due.length === MOST && !failed
}

async function valuesOf(
  { store, keys, publicUrl, days }: SignUpOptions,
  of: Parameters<SettleMeans['valuesFor']>[0],
): Promise<string[]> {
  const { accountId, signUpId, listIds } = of
  const brand = await brandOf(store, accountId)
  const lists = await namesOfLists(store, { accountId, listIds })
  const language = isFormLanguage(of.language) ? of.language : 'en'
  const named = lists.map(({ name }) => name).join(', ')
  const texts = confirmationTexts(language, brand.sender.name, named, days)
  const token = confirmToken(macKeyOf(keys.newest()), { accountId, signUpId })
  const origin = await publicOrigin(store, accountId, publicUrl)
  const values = { origin, path: `/o/${token}`, language, brand }
  return confirmationValues(texts, values)
}

/** Returns whether there may be more. */
async function removeOldSignUps(store: Store): Promise<boolean> {
  const old = await oldSignUps(store, { days: KEPT_DAYS, most: 1000 })
  for (const [accountId, rows] of Map.groupBy(old, row => row.accountId))
    await removeSignUps(store, { accountId, ids: rows.map(({ id }) => id) })
  return old.length === 1000
}

/** Returns whether there may be more. */
async function removeOldNetworks(store: Store): Promise<boolean> {
  const old = await oldNetworks(store, { most: 1000 })
  for (const [accountId, rows] of Map.groupBy(old, row => row.accountId))
    await removeNetworks(store, { accountId, networks: rows.map(({ network }) => network) })
  return old.length === 1000
}

export function startSignUpWorker(options: SignUpOptions): Loop {
  const { store, report } = options
  const loops = [
    startLoop({
      name: 'sign-ups',
      step: stopping => settleDueSignUps(options, stopping),
      idleMillis: 100,
      waking: wakeWhenDue(store, ['sign-up'], report),
      report,
    }),
    startLoop({
      name: 'removal of old sign-ups',
      step: () => removeOldSignUps(store),
      idleMillis: HOUR,
      report,
    }),
    startLoop({
      name: 'removal of counts of networks',
      step: () => removeOldNetworks(store),
      idleMillis: HOUR / 4,
      report,
    }),
  ]
  return { stop: async () => void (await Promise.all(loops.map(loop => loop.stop()))) }
}
