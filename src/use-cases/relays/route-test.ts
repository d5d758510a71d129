/** Hands one real email to a relay, and tells what it answers. */
import type { Db, Store } from '../../db/db.ts'
import { Refusal } from '../../domain/refusal.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { firstSender, type MailOrigins, type OneEmailResult, sendOneEmail } from './one-email.ts'
import { type KnownRoute, knownRoutes, type RelaySettings, shownAddress } from './relays.ts'

interface RouteTest {
  route: string
  to: string
  /** By default the sender of the first list. */
  from?: string | undefined
}

export interface RouteTestResult extends OneEmailResult {
  /** Its address without the password. */
  relay: string
  from: string
  to: string
}

/** The email is signed if there are keys for its sender. */
export async function tryRoute(
  db: Store,
  settings: RelaySettings,
  origins: MailOrigins,
  accountId: number,
  { route: name, to, from: given }: RouteTest,
): Promise<RouteTestResult> {
  for (const address of [to, given ?? to])
    if (!isEmailAddress(address))
      throw refused(`${JSON.stringify(address)} is not an address that mail can be sent to.`)
  const { address, route } = usableRoute(await knownRoutes(db, settings), name)
  const from = given ?? (await senderOfAccount(db, accountId))
  const text =
    `This email was sent by "pennypost route test ${route.name}".\n\n` +
    `If you read it, the relay takes emails and they arrive.\n`
  const email = { from, to, subject: 'An email to try the relay', text }
  const sent = await sendOneEmail(db, settings, origins, accountId, address, email)
  return { relay: shownAddress(route), from, to, ...sent }
}

const refused = (sentence: string) => new Refusal('not-valid', sentence, sentence)

function usableRoute(all: KnownRoute[], name: string) {
  const route = all.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (route?.address) return { route, address: route.address }
  const known = all.filter(one => one.address).map(one => one.name)
  const there =
    known.length === 0
      ? 'There are none: pennypost route add NAME, or set SMTP_URL.'
      : `There are: ${known.join(', ')}.`
  throw refused(`There is no relay ${JSON.stringify(name)}. ${there}`)
}

async function senderOfAccount(db: Db, accountId: number): Promise<string> {
  const sender = await firstSender(db, accountId)
  if (sender === undefined)
    throw refused('There is no list whose sender could be taken: say with --from who it is from.')
  return sender
}
