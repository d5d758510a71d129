/** `pennypost route test`: sends one real email through a relay and prints the relay's replies. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { replyText } from '../domain/deliveries/outcome.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import { listsOfAccount } from '../domain/lists/lists.sql.ts'
import { isEmailAddress } from '../lib/email-address.ts'
import { macKey } from '../mail/links/signing.ts'
import { compileMessage } from '../mail/message/compile.ts'
import { composeMessage } from '../mail/message/compose.ts'
import { signingKey, signMessage } from '../mail/message/dkim.ts'
import { mailDomain } from '../mail/message/headers.ts'
import { createRelay, type RelayState } from '../mail/smtp/relay.ts'
import { greetedBy } from '../mail/smtp/url.ts'
import type { RelayVerdict } from '../mail/smtp/verdict.ts'
import { bounceDomainOf, serviceOrigin } from '../settings/service-origin.ts'
import { knownRoutes, shownAddress } from '../use-cases/relays.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { relaysOf, sealerOf } from './secret.ts'

interface TestOptions extends AccountOption {
  to: string
  from?: string
}

export async function testRoute(
  context: Context,
  name: string,
  options: TestOptions,
): Promise<void> {
  const { to } = options
  for (const address of [to, options.from ?? to])
    if (!isEmailAddress(address))
      throw new CommandFailed(
        `${JSON.stringify(address)} is not an address that mail can be sent to.`,
      )
  const config = context.config()
  const tried = await forAccount(context, options, async (db, account) => {
    const all = await knownRoutes(db, relaysOf(db, config))
    const route = all.find(one => one.name.toLowerCase() === name.toLowerCase())
    if (!route?.address)
      throw new CommandFailed(
        unknown(
          name,
          all.filter(one => one.address).map(one => one.name),
        ),
      )
    const from = options.from ?? (await firstSender(db, account.id))
    const sealer = await sealerOf(db, config)
    const signing = await keysForDomain(db, sealer, account.id, domainOf(from))
    const message = composed(
      from,
      to,
      route.name,
      serviceOrigin(config.http),
      bounceDomainOf(config),
    )
    const signatures = await signMessage(
      message,
      signing.map(key => signingKey(key.domain, key.selector, key.privateKey)),
    )
    const relay = createRelay({
      address: greetedBy(route.address, config.http.publicUrl),
      connections: 1,
    })
    try {
      // The bounce of a test should return to the sender.
      const envelope = { from, to, utf8Headers: message.needsSmtpUtf8 }
      const verdict = await relay.send(envelope, Buffer.concat([signatures, message.bytes]), {
        canonical: true,
      })
      return {
        relay: shownAddress(route),
        from,
        to,
        signedBy: signing.map(key => key.selector),
        verdict,
        state: relay.state(),
      }
    } finally {
      await relay.close(2_000)
    }
  })
  const { verdict, state, ...sent } = tried
  if (options.json)
    context.printJson({ ...sent, ...verdict, encrypted: state.encrypted, offers: state.offers })
  else for (const line of said(sent, verdict, state)) context.print(line)
  if (verdict.outcome !== 'accepted')
    throw new CommandFailed(`The email was not accepted: ${verdict.outcome}.`)
}

function said(
  sent: { relay: string; from: string; to: string; signedBy: string[] },
  verdict: RelayVerdict,
  state: RelayState,
): string[] {
  const reply = verdict.code > 0 ? replyText(verdict) : verdict.text
  return [
    'Relay:     ' +
      `${sent.relay}${state.offers ? `, ${state.encrypted ? 'encrypted' : 'not encrypted'}` : ''}`,
    `Email:    from ${sent.from} to ${sent.to}, ` +
      `${sent.signedBy.length === 0 ? 'not signed' : `signed by ${sent.signedBy.join(' and ')}`}`,
    `Outcome:   ${verdict.outcome}, at the step ${verdict.stage}`,
    `Answer:    ${reply}`,
  ]
}

const domainOf = (email: string): string => mailDomain(email.slice(email.lastIndexOf('@') + 1))

async function firstSender(db: Db, accountId: number): Promise<string> {
  const [list] = await listsOfAccount(db, { accountId })
  if (!list)
    throw new CommandFailed(
      'There is no list whose sender could be taken: say with --from who the email is from.',
    )
  return list.fromEmail
}

const unknown = (name: string, known: string[]): string =>
  `There is no relay ${JSON.stringify(name)}. ` +
  `${known.length === 0 ? 'There are none: pennypost route add NAME, or set SMTP_URL.' : `There are: ${known.join(', ')}.`}`

function composed(
  from: string,
  to: string,
  route: string,
  publicUrl: string,
  bounceDomain: string,
) {
  const text =
    `This email was sent by "pennypost route test ${route}".\n\n` +
    `If you read it, the relay takes emails and they arrive.\n`
  const facts = {
    accountId: 0,
    of: 'transaction' as const,
    ofId: 0,
    characterSet: 'utf-8',
    fields: new Map<string, number>(),
    publicUrl,
    bounceDomain,
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
