/**
 * Sends a newsletter to a list, now or at a time, or as a test. Refuses what would reach nobody:
 * links that lead nowhere, and senders that no receiver accepts.
 */
import type { Store } from '../db/db.ts'
import { isSigned } from '../domain/dkim/dkim.ts'
import { freezeMessage } from '../domain/newsletters/freeze-message.ts'
import { Refusal } from '../domain/refusal.ts'
import { senderDomainOf } from '../domain/routes/route-rules.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { DEFAULT_ZONE, type DueTime, dueTime } from '../domain/sendings/due-time.ts'
import { makeSending } from '../domain/sendings/make-sending.ts'
import { makeTestSending } from '../domain/sendings/make-test-sending.ts'
import { senderFinding } from '../mail/message/sender.ts'
import { listMeant } from './newsletter-preview.ts'
import { type RelaySettings, refuseMessagesToNowhere } from './relays/relays.ts'

interface SendOrder {
  newsletterId: number
  /** By default the one the newsletter is meant for, or the only one. */
  list?: number | undefined
  /** Links may lead to this machine only, where the relay is on it too. */
  local?: boolean | undefined
  /** Also from an address whose provider lets no other server send. */
  anyway?: boolean | undefined
}

export interface ListOrder extends SendOrder {
  filterIds?: readonly number[] | undefined
  /** A day and a time of the zone: `2026-11-22 09:00`; by default now. */
  at?: string | undefined
  zone?: string | undefined
}

export interface TestOrder extends SendOrder {
  group: string
}

export interface SendReceipt {
  id: number
  listId: number
  /** The sandbox keeps its emails. */
  sandbox: boolean
  /** No process is running that would hand its emails over. */
  waitsForWorkers: boolean
  /** What is not wrong, but may cost deliveries. */
  warning: string | null
}

export async function sendToList(
  db: Store,
  relays: RelaySettings,
  accountId: number,
  order: ListOrder,
): Promise<SendReceipt & DueTime> {
  const { newsletterId, filterIds = [] } = order
  const { listId, ...checked } = await checkedOrder(db, relays, accountId, order)
  const due = dueTime(order.at, order.zone)
  const id = await makeSending(db, accountId, { newsletterId, listId, filterIds, ...due })
  return { id, listId, ...checked, ...due }
}

/** Sends test emails at once. */
export async function sendTest(
  db: Store,
  relays: RelaySettings,
  accountId: number,
  order: TestOrder,
): Promise<SendReceipt & { messages: number }> {
  const { newsletterId, group } = order
  const { listId, ...checked } = await checkedOrder(db, relays, accountId, order)
  const test = { newsletterId, listId, group, zone: DEFAULT_ZONE }
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
  const warning = sandbox ? null : await senderWarning(db, accountId, { ...order, listId })
  const waitsForWorkers = (await livingWorkers(db, {})).count === 0
  return { listId, sandbox, warning, waitsForWorkers }
}

async function senderWarning(
  db: Store,
  accountId: number,
  { newsletterId, listId, anyway = false }: SendOrder & { listId: number },
): Promise<string | null> {
  const { fromEmail } = await freezeMessage(db, accountId, newsletterId, listId)
  const domain = senderDomainOf(fromEmail)
  const signed = await isSigned(db, accountId, domain)
  const { verdict, says } = senderFinding({ domain, signed })
  if (verdict === 'wrong' && !anyway)
    throw new Refusal('not-now', `${says} If the relay is that provider's own: --anyway`)
  return verdict === 'ok' ? null : says
}
