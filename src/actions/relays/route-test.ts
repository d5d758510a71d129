/** Hands one real email to a relay, and reports the reply. */
import type { Db, Store } from '../../db/db.ts'
import { refused, type Violation, violationsOfValues } from '../../domain/refusal.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { notesOnRelay } from '../../mail/smtp/url.ts'
import type { Stage } from '../../mail/smtp/verdict.ts'
import type { RelaySentence } from '../../mail/smtp/words.ts'
import { type KnownRoute, knownRoutes, type RelaySettings, shownAddress } from './known-routes.ts'
import { firstSender, type MailOrigins, type OneEmailResult, sendOneEmail } from './one-email.ts'

interface RouteTest {
  route: string
  to: string
  /** By default the sender of the first list. */
  from?: string | undefined
}

export interface RouteTestResult extends OneEmailResult {
  /** Its address without the password. */
  relay: string
  notes: RelaySentence[]
  from: string
  to: string
}

/** A step of a test, and whether the relay let it pass. */
export interface TestStep {
  step: Stage
  passed: boolean
}

/** Up to the step whose answer decided. Steps after it are those of commands sent together. */
export function stepsOf({ reached, verdict }: OneEmailResult): TestStep[] {
  const { outcome, stage } = verdict
  const passed = (step: Stage) => ({ step, passed: true })
  // Without an answer at a step that was not reached: STARTTLS that is not offered.
  const last = reached.lastIndexOf(stage)
  const before = (last < 0 ? reached : reached.slice(0, last)).map(passed)
  const own = { step: stage, passed: outcome === 'accepted' }
  // EHLO is said again after STARTTLS.
  const steps = [...before, own].filter(({ step }, at, all) => all[at + 1]?.step !== step)
  return steps.filter(
    ({ step, passed: did }, at) => !did || steps.findIndex(one => one.step === step) === at,
  )
}

function checkTestAddress(address: string): void {
  if (!isEmailAddress(address)) throw refused('not-valid', 'test-address', { address })
}

export const violationsOfRouteTest = ({ to, from }: Partial<RouteTest>): Violation[] =>
  violationsOfValues({ to, from }, { to: checkTestAddress, from: checkTestAddress })

const DEADLINE_MILLIS = 30_000

/**
 * The email is signed if the account has keys for its sender.
 * @param onStage called at each step that an answer is awaited at.
 */
export async function tryRoute(
  db: Store,
  settings: RelaySettings,
  origins: MailOrigins,
  accountId: number,
  { route: name, to, from: given }: RouteTest,
  onStage?: (stage: Stage) => void,
): Promise<RouteTestResult> {
  checkTestAddress(to)
  if (given !== undefined) checkTestAddress(given)
  const { address, route } = usableRoute(await knownRoutes(db, settings), name)
  const from = given ?? (await senderOfAccount(db, accountId))
  const text =
    `This email tests the relay ${route.name}.\n\n` +
    `If you read it, the relay takes emails and they arrive.\n`
  const email = { from, to, subject: 'An email to try the relay', text }
  const options = { deadlineMillis: DEADLINE_MILLIS, ...(onStage && { onStage }) }
  const sent = await sendOneEmail(db, settings, origins, accountId, address, email, options)
  return { relay: shownAddress(route), notes: notesOnRelay(address), from, to, ...sent }
}

/** The route of that name, with an address; refuses others. */
export function usableRoute(all: KnownRoute[], name: string) {
  const route = all.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (route?.address) return { route, address: route.address }
  const known = all.filter(one => one.address).map(one => one.name)
  const missing = refused('not-valid', 'relay-unknown', { name, known: known.join(', ') })
  throw known.length === 0 ? missing.atShell('make', 'pennypost route add NAME') : missing
}

async function senderOfAccount(db: Db, accountId: number): Promise<string> {
  const sender = await firstSender(db, accountId)
  if (sender === undefined) throw refused('not-valid', 'test-senderless').atShell('give', '--from')
  return sender
}
