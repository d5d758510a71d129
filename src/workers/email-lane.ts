/**
 * Emails as a source of the engine: their routes, their weight in the window, and the outcome
 * recorded for each try.
 */
import { releaseClaim, renewClaims } from '../domain/deliveries/deliveries.sql.ts'
import { type DeliveryOutcome, outcomeOf, type TryResult } from '../domain/deliveries/outcome.ts'
import { providerWord } from '../domain/deliveries/providers/provider-word.ts'
import { detailed } from '../domain/details/details.ts'
import { providerLabel } from '../domain/routes/providers.ts'
import { SANDBOX_ROUTE } from '../domain/routes/route-names.ts'
import { type EmailTried, emailsTried } from '../lib/telemetry.ts'
import { type MeasuredPerson, WHOLE } from '../mail/message/compose.ts'
import type { Route, WorkerContext, WrittenMessage } from './context.ts'
import { emailSettling, handOverEmails, type SettledEmail } from './email-settling.ts'
import type { ClaimedEmail, EmailSource, EmailSourceKind } from './email-source.ts'
import type { Source, SourceQueue, SourceTypes } from './engine/source.ts'
import type { ShapedEmail } from './shaping.ts'
import { isSimulated, SIMULATOR, simulate } from './simulator.ts'

/** Emails per claim. */
const BATCH = 500
/** Fewer urgent ones per claim, so that the next claim soon finds new ones. */
const URGENT_BATCH = 100
/** Limit on the bytes of written emails in a process's memory; one email may exceed it. */
const MOST_BYTES = 32_000_000

interface ReadyEmail {
  id: number
  delivery: ClaimedEmail
  message: WrittenMessage
  /** The mailbox provider, as shape() gave it, or SIMULATOR. */
  provider: string
}

interface ShapedDelivery extends ShapedEmail {
  delivery: ClaimedEmail
}

interface EmailTypes extends SourceTypes {
  item: ClaimedEmail
  ready: ReadyEmail
  transport: Route
  verdict: TryResult
  outcome: SettledEmail
}

export const emailQueue = (
  context: WorkerContext,
  kind: EmailSourceKind,
): SourceQueue<EmailTypes> => ({
  sourceKind: kind.sourceKind,
  due: most => kind.due(context.db, most),
  async open(accountId, sourceId) {
    await context.routes.fresh()
    const source = await kind.open(context, accountId, sourceId)
    return source && emailLane(context, source)
  },
  closeOut: (accountId, sourceId) => kind.closeOut(context, accountId, sourceId),
  onHeldBack: (accountId, sourceId) => kind.onHeldBack(context, accountId, sourceId),
})

function emailLane(
  { db, settings, routes }: WorkerContext,
  source: EmailSource,
): Source<EmailTypes> {
  const { accountId, sourceKind, sourceId, urgent, routeId: wished } = source
  const { retryUncertain, bounceRules } = settings
  /** Of the written emails. */
  let largestBytes = 0
  return {
    accountId,
    batch: urgent ? URGENT_BATCH : BATCH,
    groupsInWindow: 1,
    // Large emails weigh more in the window, so that it also bounds memory.
    weight(window) {
      const bytes = Math.max(largestBytes || source.guessedBytes, source.claimedBytes?.() ?? 0)
      return Math.min(window, Math.max(1, Math.ceil((bytes * window) / MOST_BYTES)))
    },
    transport() {
      const route = routes.choose({ accountId, ...source.routed }, wished)
      return 'none' in route ? undefined : route
    },
    async admit(route, most, stopping) {
      const paced = source.pace ? await source.pace(most, stopping) : most
      return paced === 0 ? 0 : route.admit(paced, urgent, stopping)
    },
    claim: source.claim,
    renew: by => renewClaims(db, { accountId, ...by }),
    release: claimId => releaseClaim(db, { accountId, claimId }),
    async prepare(route, group, settle) {
      const simulated = group.filter(isSimulated)
      const real = simulated.length === 0 ? group : group.filter(one => !isSimulated(one))
      const shaped = await route.shape(
        real.map(({ email }) => email),
        urgent,
      )
      const claimed: ShapedDelivery[] = [
        ...real.map((delivery, i) => ({ delivery, ...shaped[i]! })),
        ...simulated.map(delivery => ({ delivery, provider: SIMULATOR })),
      ]
      const later = claimed.filter(({ waitsUntil }) => waitsUntil)
      await Promise.all(later.map(one => settle(waiting(one))))
      const going = claimed.filter(({ waitsUntil }) => !waitsUntil)
      const ready = await writeAll(source.write, settle, going, route.name)
      for (const { message } of ready) largestBytes = Math.max(largestBytes, bytesOf(message))
      return ready
    },
    handOver: (route, group, by) =>
      handOverEmails(db, source, {
        ids: group.map(({ id }) => id),
        emails: group.map(({ delivery }) => delivery.email),
        opensUnmeasured: unmeasuredIn(group, 'opens'),
        clicksUnmeasured: unmeasuredIn(group, 'clicks'),
        ...by,
        routeId: route.id,
      }),
    ...(source.goesOn && { goesOn: source.goesOn }),
    async send(route, { id, delivery, message, provider }, stillOurs) {
      const to = delivery.email
      const place = { accountId, sourceKind, sourceId, urgent, deliveryId: id }
      const outgoing = { ...message, to, ...place, provider, stillOurs }
      if (provider === SIMULATOR) return simulate(db, outgoing, delivery.attempts)
      const tried = await route.send(outgoing)
      if (!isTooLarge(tried)) return tried
      const waits = (await source.tooLarge?.(route, tried.text)) ?? false
      if (waits) return { ...tried, outcome: 'abandoned' }
      return { ...tried, text: `Route ${route.name}: ${tried.text}. ${LARGER_ROUTE}` }
    },
    outcomeOf(route, { id, delivery, provider: known }, tried) {
      const { attempts, wasUncertain } = delivery
      const { outcome, code } = tried
      const tries = attempts + 1
      if (known === SIMULATOR)
        return { id, tries, outcome: outcomeOf(tried, { tries, wasUncertain, retryUncertain }) }
      const provider = providerLabel(known)
      emailsTried.publish({ route: route.name, outcome, code, class: classOf(tried), provider })
      // The sandbox asks no provider.
      const word =
        route.id === SANDBOX_ROUTE ? undefined : providerWord(known, delivery.email, tried)
      const wait = outcome === 'abandoned' ? route.comesBack(known) : undefined
      if (wait) return { id, tries, outcome: deferred(wait, 1) }
      return {
        id,
        tries,
        outcome: outcomeOf(tried, { tries, wasUncertain, retryUncertain }),
        ...(word && { word: { ...word, routeId: route.id } }),
      }
    },
    // Still under our claim: it returns to the queue with the claim.
    notSent: ({ id, delivery: { attempts } }) => ({
      id,
      tries: attempts + 1,
      outcome: { state: 'claimed', reply: null, reason: null, nextTryAt: null, unspent: 1 },
    }),
    async learn(route, { provider }, tried) {
      if (provider !== SIMULATOR) await route.learn(provider, tried)
    },
    settling: emailSettling(db, { accountId, sourceKind, sourceId }, bounceRules),
  }
}

/** The remedy for the next email; this one has failed. */
const LARGER_ROUTE =
  'Use a route that takes larger emails (pennypost route-rule), or make the newsletter smaller.'

/** Larger than the relay announced (SIZE), as found by us: RFC 1870. */
const isTooLarge = ({ outcome, code, enhanced }: TryResult): boolean =>
  outcome === 'refused' && code === 0 && enhanced === '5.3.4'

function classOf({ outcome, about }: TryResult): EmailTried['class'] {
  if (outcome === 'accepted' || outcome === 'abandoned') return 'none'
  return about === 'us' ? 'sender' : about
}

/** Writes the emails of a group. An email that can't be written fails alone, with its reason. */
async function writeAll(
  write: EmailSource['write'],
  settle: (outcome: SettledEmail) => Promise<void>,
  group: ShapedDelivery[],
  route: string,
): Promise<ReadyEmail[]> {
  const written = await Promise.all(
    group.map(async ({ delivery, provider }) => {
      const { id, attempts } = delivery
      try {
        return { id, delivery, message: await write(delivery), provider }
      } catch (error) {
        emailsTried.publish({
          route,
          outcome: 'unwritable',
          code: 0,
          class: 'content',
          provider: providerLabel(provider),
        })
        await settle({ id, tries: attempts, outcome: unwritable(error) })
        return undefined
      }
    }),
  )
  return written.flatMap(one => one ?? [])
}

const unmeasuredIn = (group: readonly ReadyEmail[], kind: keyof MeasuredPerson): boolean[] =>
  group.map(({ message: { measured = WHOLE } }) => measured[kind] !== 'person')

const bytesOf = ({ pieces }: WrittenMessage): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

const unwritable = (error: unknown): DeliveryOutcome => ({
  state: 'failed',
  reply: null,
  reason: detailed('email-unwritable', {
    says: error instanceof Error ? error.message : String(error),
  }).detail,
  nextTryAt: null,
  unspent: 0,
})

const waiting = (one: ShapedDelivery): SettledEmail => ({
  id: one.delivery.id,
  tries: one.delivery.attempts,
  outcome: deferred(one, 0),
})

/** `unspent` 1: the email was marked, and not begun. */
const deferred = ({ waitsUntil, reason }: ShapedEmail, unspent: 0 | 1): DeliveryOutcome => ({
  state: 'deferred',
  reply: null,
  reason: reason ?? null,
  nextTryAt: waitsUntil ?? null,
  unspent,
})
