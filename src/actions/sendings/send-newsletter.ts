/**
 * Sends a newsletter to a list, now or at a time, or as a test. Refuses emails that would reach no
 * recipient: broken links, and senders that no receiver accepts.
 */
import type { Store, TransactionStep } from '../../db/db.ts'
import { isSigned } from '../../domain/dkim/dkim.ts'
import { listInUse } from '../../domain/lists/archive-list.ts'
import { freezeMessage } from '../../domain/newsletters/freeze-message.ts'
import { noSuch, Refusal, refused } from '../../domain/refusal.ts'
import { senderDomainOf } from '../../domain/routes/route-rules.ts'
import { livingWorkers } from '../../domain/routes/workers.sql.ts'
import { DEFAULT_ZONE, type DueTime, dueTime } from '../../domain/sendings/audience/due-time.ts'
import { refuseFewMeasured } from '../../domain/sendings/audience/few-measured.ts'
import { readOptions } from '../../domain/sendings/audience/options.ts'
import type { AudienceOrder } from '../../domain/sendings/audience/order.ts'
import { refuseFarMore } from '../../domain/sendings/audience/usual-audience.ts'
import { changeTime } from '../../domain/sendings/live/change-time.ts'
import { makeSending, type SplitOrder } from '../../domain/sendings/make-sending.ts'
import { makeTestSending, type TestRecipients } from '../../domain/sendings/make-test-sending.ts'
import { findSending } from '../../domain/sendings/sendings.sql.ts'
import { type SenderFinding, senderFinding } from '../../mail/message/sender.ts'
import { refuseWrongContent } from '../newsletters/writing/content-check.ts'
import { listMeant, type RenderingMeans } from '../newsletters/writing/reader.ts'
import { type RelaySettings, refuseMessagesToNowhere } from '../relays/known-routes.ts'
import { type OrderTimes, timesOf } from './order-times.ts'
import { newslettersOf } from './send-order.ts'

interface SendOrder {
  newsletterId: number
  /** By default the one the newsletter is meant for, or the only one. */
  list?: number | undefined
  /** Links may lead to this machine only, where the relay is on it too. */
  local?: boolean | undefined
  /**
   * Also with something wrong in it, from a provider that lets no other server send, or with an
   * A/B test that too few are measured for.
   */
  anyway?: boolean | undefined
}

export interface ListOrder
  extends SendOrder,
    Omit<AudienceOrder, 'listId'>,
    Omit<OrderTimes, 'split'> {
  /** Also in quiet hours. */
  anyHour?: boolean | undefined
  /** The most emails a minute. */
  perMinute?: number | undefined
  /** The number of people, where it is far above the usual one of the list. */
  expected?: number | undefined
  /** Times of variants are of the same zone. */
  split?: Omit<SplitOrder, 'variants'> & { variants: readonly VariantOfOrder[] }
}

interface VariantOfOrder extends Omit<SplitOrder['variants'][number], 'dueAt'> {
  at?: string | undefined
}

export interface TestOrder extends SendOrder, TestRecipients {}

export interface SendReceipt {
  id: number
  listId: number
  /** The sandbox keeps its emails. */
  sandbox: boolean
  /** No process is running that would hand its emails over. */
  waitsForWorkers: boolean
  /** No error, but it may cost deliveries. */
  warning: string | null
  /** A command that mends what is warned of. */
  remedy: string | null
}

/** Refuses newsletters in which something is wrong, too, unless `anyway`. */
export async function sendToList(
  db: Store,
  { relays, rendering }: { relays: RelaySettings; rendering: RenderingMeans },
  accountId: number,
  order: ListOrder,
  alongside?: TransactionStep,
): Promise<SendReceipt & DueTime & { undoUntil: Date }> {
  const { newsletterId, sharePerDay, anyHour, perMinute, split, expected } = order
  const { moreLists, excludedLists, filterIds, resend, unlessGot } = order
  const { listId, ...checked } = await checkedOrder(db, relays, accountId, order)
  await listInUse(db, accountId, listId)
  for (const id of order.anyway ? [] : newslettersOf(order))
    await refuseWrongContent(db, rendering, accountId, id, listId)
  const times = timesOf(order)
  const audience = { listId, moreLists, excludedLists, filterIds, resend, unlessGot }
  await refuseFarMore(db, accountId, audience, expected)
  if (split && !order.anyway) await refuseFewMeasured(db, accountId, audience, split)
  const sending = {
    newsletterId,
    ...audience,
    sharePerDay,
    anyHour,
    perMinute,
    ...times,
    split: split && {
      ...split,
      variants: split.variants.map(({ at, ...variant }, i) => ({
        ...variant,
        dueAt: at === undefined ? undefined : timeOfVariant(at, times.zone, i),
      })),
    },
  }
  const id = await makeSending(db, accountId, sending, alongside)
  const { dueAt, zone } = times
  return { id, listId, ...checked, dueAt, zone, undoUntil: dueAt }
}

function timeOfVariant(at: string, zone: string, i: number): Date {
  try {
    return dueTime(at, zone).dueAt
  } catch (error) {
    throw error instanceof Refusal ? error.ofValue('split', 'variants', i, 'at') : error
  }
}

/** Another time, in the zone it was ordered in unless one is given. Returns when it begins. */
export async function sendAt(
  db: Store,
  accountId: number,
  sendingId: number,
  { at, zone }: { at: string; zone?: string | undefined },
): Promise<DueTime> {
  const sending = await findSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const { local } = readOptions(sending.options)
  const times = timesOf({ at, zone: zone ?? sending.zone, zoneField: local?.field })
  await changeTime(db, accountId, sendingId, times)
  return { dueAt: times.dueAt, zone: times.zone }
}

/** Sends test emails at once. */
export async function sendTest(
  db: Store,
  relays: RelaySettings,
  accountId: number,
  order: TestOrder,
): Promise<SendReceipt & { messages: number }> {
  const { newsletterId, group, emails } = order
  const { listId, ...checked } = await checkedOrder(db, relays, accountId, order)
  const test = { newsletterId, listId, to: { group, emails }, zone: DEFAULT_ZONE }
  return { listId, ...checked, ...(await makeTestSending(db, accountId, test)) }
}

async function checkedOrder(
  db: Store,
  relays: RelaySettings,
  accountId: number,
  order: SendOrder,
): Promise<Omit<SendReceipt, 'id'>> {
  const { sandbox } = await refuseMessagesToNowhere(db, relays, order.local)
  const listId = await listMeant(db, accountId, order.newsletterId, order.list)
  // The sandbox keeps everything.
  const { says: warning = null, shell: remedy = null } = sandbox
    ? {}
    : ((await senderWarning(db, accountId, { ...order, listId })) ?? {})
  const waitsForWorkers = (await livingWorkers(db, {})).count === 0
  return { listId, sandbox, warning, remedy, waitsForWorkers }
}

async function senderWarning(
  db: Store,
  accountId: number,
  { newsletterId, listId, anyway = false }: SendOrder & { listId: number },
): Promise<SenderFinding | undefined> {
  const { fromEmail } = await freezeMessage(db, accountId, newsletterId, listId)
  const domain = senderDomainOf(fromEmail)
  const signed = await isSigned(db, accountId, domain)
  const finding = senderFinding({ domain, signed })
  const { severity, says } = finding
  if (severity === 'wrong' && !anyway)
    throw refused('not-now', 'sender-provider', { domain, says }).atShell('own-relay', '--anyway')
  return severity === 'fine' ? undefined : finding
}
