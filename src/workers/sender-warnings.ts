/**
 * Warns of senders whose emails receivers refuse or distrust. `pennypost send` refuses them, but
 * sendings of programs, triggers and transactions are sent all the same: the operator learns it
 * from the log.
 */
import { createCache } from '../lib/cache.ts'
import { type Sender, senderFinding } from '../mail/message/sender.ts'

/** Called for each email that is compiled: logs once a day for an account and a sender domain. */
export type SenderWarnings = (accountId: number, sender: Sender) => void

type Say = (event: string, facts: Record<string, string | number>) => void

interface SenderWarningsOptions {
  routes: { inSandbox(): boolean }
  log: { info: Say; warn: Say }
}

const DAY_MILLIS = 86_400_000
const MOST_SENDERS = 10_000

export function createSenderWarnings({ routes, log }: SenderWarningsOptions): SenderWarnings {
  const warned = createCache<string, true>({ most: MOST_SENDERS, millis: DAY_MILLIS })
  return (accountId, sender) => {
    // The sandbox keeps everything.
    if (routes.inSandbox()) return
    const { severity, says: what, shell = '' } = senderFinding(sender)
    const says = `${what} ${shell}`.trimEnd()
    if (severity === 'fine') return
    const domain = sender.domain.toLowerCase()
    const key = `${accountId} ${domain}`
    if (warned.get(key)) return
    warned.set(key, true)
    if (severity === 'wrong')
      log.warn('the provider of a sender allows no other server', { accountId, domain, says })
    else log.info('emails of a sender are not signed', { accountId, domain, says })
  }
}
