/**
 * Emails contain links back to the service: links, unsubscribing, pictures. They are sent only if
 * recipients can reach its address.
 */
import { isLoopback } from '../../lib/loopback.ts'
import { refused } from '../refusal.ts'

export interface Reach {
  publicUrl: string | undefined
  /** The hosts of all relays; none if the sandbox captures the emails. */
  relayHosts: string[]
  /** The operator said that the emails are for this machine only. */
  local: boolean
  /** The option of the command that says so; undefined for programs and pages. */
  localOption: string | undefined
}

/**
 * Refuses to send emails by a relay while their links are unreachable, and names the setting. The
 * sandbox has no requirements.
 */
export function refuseUnreachable({ publicUrl, relayHosts, local, localOption }: Reach): void {
  if (relayHosts.length === 0) return
  const missing = publicUrl === undefined
  if (!missing && !isLoopback(new URL(publicUrl).hostname)) return
  const allLocal = relayHosts.every(isLoopback)
  if (allLocal && local) return
  const what = missing
    ? 'PUBLIC_URL is not set'
    : `PUBLIC_URL is ${publicUrl}, which only this machine can reach`
  const otherwise = local
    ? ` ${localOption ?? 'local'} does not help here: a relay on another machine is set.`
    : allLocal && localOption !== undefined
      ? ` If the emails are for this machine only: ${localOption}.`
      : ''
  throw refused('not-now', 'address-local', { where: what, otherwise })
}
