/**
 * Letters lead back to us: links, unsubscribing, pictures. They go to the world only when the world
 * can reach that address.
 */
import { isLoopback } from '../../lib/loopback.ts'
import { Refusal } from '../refusal.ts'

export interface Reach {
  publicUrl: string | undefined
  /** The hosts of all relays that letters may go to; none when the sandbox keeps them. */
  relayHosts: string[]
  /** A person said that the letters are for this machine alone. */
  local: boolean
}

/**
 * Refuses, with what to set, to hand letters to a relay while their links lead nowhere. The sandbox
 * needs nothing.
 */
export function refuseUnreachable({ publicUrl, relayHosts, local }: Reach): void {
  if (relayHosts.length === 0) return
  const missing = publicUrl === undefined
  if (!missing && !isLoopback(new URL(publicUrl).hostname)) return
  const allLocal = relayHosts.every(isLoopback)
  if (allLocal && local) return
  const what = missing
    ? 'PUBLIC_URL is not set'
    : `PUBLIC_URL is ${publicUrl}, which only this machine can reach`
  const otherwise = local
    ? ' --local is of no use here: a relay on another machine is set.'
    : allLocal
      ? ' If the letters are for this machine alone: --local.'
      : ''
  throw new Refusal(
    'not-now',
    `${what}, so links and unsubscribing in the letters would lead nowhere. Set PUBLIC_URL to where recipients reach the service, like https://mail.example.com, for this command and for the service.${otherwise}`,
  )
}
