/** The settings of relays and of emails that come back. */
import type { Config } from './config.ts'

export const relaySettings = ({ sending, http, bounces, dns, signIn }: Config) => ({
  smtpUrl: sending.smtpUrl,
  publicUrl: http.publicUrl,
  /** The domain of the return path; undefined if neither BOUNCE_DOMAIN nor PUBLIC_URL is set. */
  bounceDomain: bounces.domain ?? hostOf(http.publicUrl),
  /** Emails to that domain are taken by the listener of this installation. */
  takesMail: bounces.port !== undefined,
  /** Undefined: those of the machine. */
  resolvers: dns.resolver,
  systemProject: signIn.systemProject,
})

const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : new URL(url).hostname
