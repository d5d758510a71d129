/** Hands one real email to a relay, and tells what it answers. */
import { randomBytes } from 'node:crypto'
import type { Db, Store } from '../../db/db.ts'
import { keysForDomain } from '../../domain/dkim/dkim.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { Refusal } from '../../domain/refusal.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { macKey } from '../../mail/links/signing.ts'
import { compileMessage } from '../../mail/message/compile.ts'
import { composeMessage } from '../../mail/message/compose.ts'
import { signingKey, signMessage } from '../../mail/message/dkim.ts'
import { mailDomain } from '../../mail/message/headers.ts'
import { createRelay, type RelayState } from '../../mail/smtp/relay.ts'
import { greetedBy } from '../../mail/smtp/url.ts'
import type { RelayVerdict } from '../../mail/smtp/verdict.ts'
import type { RenderingMeans } from '../newsletter-preview.ts'
import { type KnownRoute, knownRoutes, type RelaySettings, shownAddress } from './relays.ts'

interface RouteTest {
  route: string
  to: string
  /** By default the sender of the first list. */
  from?: string | undefined
}

export interface RouteTestResult {
  /** Its address without the password. */
  relay: string
  from: string
  to: string
  /** Selectors of its signatures. */
  signedBy: string[]
  verdict: RelayVerdict
  state: RelayState
}

type Origins = Pick<RenderingMeans, 'publicUrl' | 'bounceDomain'>

/** The email is signed if there are keys for its sender. */
export async function tryRoute(
  db: Store,
  settings: RelaySettings,
  origins: Origins,
  accountId: number,
  { route: name, to, from: given }: RouteTest,
): Promise<RouteTestResult> {
  for (const address of [to, given ?? to])
    if (!isEmailAddress(address))
      throw refused(`${JSON.stringify(address)} is not an address that mail can be sent to.`)
  const { address, route } = usableRoute(await knownRoutes(db, settings), name)
  const from = given ?? (await firstSender(db, accountId))
  const signing = await keysForDomain(db, await settings.sealer(), accountId, domainOf(from))
  const message = composed(from, to, route.name, origins)
  const signatures = await signMessage(
    message,
    signing.map(key => signingKey(key.domain, key.selector, key.privateKey)),
  )
  const relay = createRelay({ address: greetedBy(address, settings.publicUrl), connections: 1 })
  try {
    // The bounce of a test should return to the sender.
    const envelope = { from, to, utf8Headers: message.needsSmtpUtf8 }
    const bytes = Buffer.concat([signatures, message.bytes])
    const verdict = await relay.send(envelope, bytes, { canonical: true })
    const signedBy = signing.map(key => key.selector)
    return { relay: shownAddress(route), from, to, signedBy, verdict, state: relay.state() }
  } finally {
    await relay.close(2_000)
  }
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

const domainOf = (email: string): string => mailDomain(email.slice(email.lastIndexOf('@') + 1))

async function firstSender(db: Db, accountId: number): Promise<string> {
  const [list] = await listsOfAccount(db, { accountId })
  if (!list)
    throw refused('There is no list whose sender could be taken: say with --from who it is from.')
  return list.fromEmail
}

function composed(from: string, to: string, route: string, origins: Origins) {
  const text =
    `This email was sent by "pennypost route test ${route}".\n\n` +
    `If you read it, the relay takes emails and they arrive.\n`
  const facts = {
    accountId: 0,
    of: 'transaction' as const,
    ofId: 0,
    characterSet: 'utf-8',
    fields: new Map<string, number>(),
    ...{ publicUrl: origins.publicUrl, bounceDomain: origins.bounceDomain },
    mailDomain: domainOf(from),
    // Signs no links: it only makes the Message-ID unique.
    key: macKey(0, randomBytes(32)),
    tracked: false,
  }
  const compiled = compileMessage(
    { subject: 'An email to try the relay', text, from: { name: 'Pennypost', address: from } },
    facts,
  )
  return composeMessage(compiled, {
    id: Date.now(),
    email: to,
    name: '',
    format: 'text',
    fields: [],
  })
}
