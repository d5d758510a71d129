/** Forwards subscribers' replies to the account's forward address, through the routes. */
import { forwardsDue, settleForward, takeForward } from '../domain/bounces/messages/messages.sql.ts'
import { replyText } from '../domain/deliveries/outcome.ts'
import { domainGroup } from '../domain/routes/providers.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { writeForward } from '../mail/bounces/forward.ts'
import { UnmailableAddress } from '../mail/message/headers.ts'
import type { WorkerContext } from './context.ts'

/** With exponential backoff: about three hours. */
const MOST_TRIES = 10
const MINUTE = 60_000

/** One at a time: replies are rare. */
export async function forwardReplies({
  db,
  routes,
  settings,
  log,
}: WorkerContext): Promise<boolean> {
  for (const { accountId, id } of await forwardsDue(db, {})) {
    await routes.fresh()
    const senderDomain = settings.bounceDomain
    const route = routes.choose({ accountId, listId: null, kind: 'reply', senderDomain })
    if ('none' in route || (await route.admit(1)) === 0) return false
    const taken = await takeForward(db, { accountId, id })
    if (!taken) continue
    const { forwardTo, forwardTries, content, cut } = taken
    const end = (note: string) => settleForward(db, { accountId, id, forwardAt: null, note })
    if (forwardTo === null) {
      await end('The account has no forward address any more.')
      continue
    }
    let written: ReturnType<typeof writeForward>
    try {
      const from = `postmaster@${settings.bounceDomain}`
      written = writeForward({ content, cut, to: forwardTo, from, id: `${accountId}.${id}` })
    } catch (error) {
      if (!(error instanceof UnmailableAddress)) throw error
      await end(error.message)
      continue
    }
    const tried = await route.send({
      envelopeFrom: '',
      to: forwardTo,
      provider: domainGroup(forwardTo),
      subject: written.subject,
      pieces: [written.bytes],
      utf8Headers: false,
      accountId,
      sourceKind: SOURCE.sending,
      sourceId: 0,
      deliveryId: 0,
      stillOurs: () => true,
    })
    const reply = tried.code > 0 ? replyText(tried) : tried.text
    if (tried.outcome === 'accepted') await end(`sent: ${reply}`)
    else if (tried.outcome === 'refused' || forwardTries >= MOST_TRIES)
      await end(`not sent: ${reply}`)
    else {
      const forwardAt = new Date(Date.now() + MINUTE * Math.min(30, 2 ** forwardTries))
      await settleForward(db, { accountId, id, forwardAt, note: reply.slice(0, 500) })
    }
    log('a reply was forwarded', { accountId, message: id, outcome: tried.outcome })
  }
  return false
}
