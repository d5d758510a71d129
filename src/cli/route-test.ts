/** `pennypost route test`: sends one real email through a relay and prints the relay's replies. */

import { type RouteTestResult, stepsOf, tryRoute } from '../actions/relays/route-test.ts'
import { replyText } from '../domain/deliveries/outcome.ts'
import { bounceDomainOf, serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import { certificateText } from './certificate-text.ts'
import { CommandFailed, type Context } from './context.ts'
import { causesText, detailText } from './language.ts'
import { relaysOf } from './secret.ts'

interface TestOptions extends AccountOption {
  to: string
  from?: string | undefined
}

const SILENCE_MILLIS = 5_000

export async function testRoute(
  context: Context,
  route: string,
  { to, from, ...options }: TestOptions,
): Promise<void> {
  const config = context.config()
  const origins = { publicUrl: serviceOrigin(config.http), bounceDomain: bounceDomainOf(config) }
  let stage = 'connect'
  const reach = (next: string) => {
    stage = next
  }
  const waiting = setInterval(
    () => context.progress(`It waits for an answer at the step ${stage}.`),
    SILENCE_MILLIS,
  )
  const tried = await forAccount(context, options, (db, { id }) =>
    tryRoute(db, relaysOf(db, config), origins, id, { route, to, from }, reach),
  ).finally(() => clearInterval(waiting))
  const { verdict, state, reached: _, ...sent } = tried
  const { encrypted, certificate, offers } = state
  const found = { encrypted, certificate, offers, steps: stepsOf(tried) }
  if (options.json) context.printJson({ ...sent, ...verdict, ...found })
  else for (const line of said(tried)) context.print(line)
  if (verdict.outcome !== 'accepted')
    throw new CommandFailed(`The email was not accepted: ${verdict.outcome}.`)
}

function said({ verdict, state, ...sent }: RouteTestResult): string[] {
  const reply =
    verdict.code > 0 ? replyText(verdict) : causesText(verdict.text, verdict.causes ?? [])
  return [
    'Relay:     ' +
      `${sent.relay}${state.offers ? `, ${state.encrypted ? 'encrypted' : 'not encrypted'}` : ''}`,
    ...(state.certificate ? [`TLS:       ${certificateText(state.certificate)}`] : []),
    ...sent.notes.map(note => `Note:      ${detailText(note)}`),
    `Email:    from ${sent.from} to ${sent.to}, ` +
      `${sent.signedBy.length === 0 ? 'not signed' : `signed by ${sent.signedBy.join(' and ')}`}`,
    `Outcome:   ${verdict.outcome}, at the step ${verdict.stage}`,
    `Answer:    ${reply}`,
  ]
}
