/** The relays of settings and store, and whether emails may be sent. */

import type { Db } from '../../db/db.ts'
import { DEFAULT_ROUTE, type RouteRow, sealedFor } from '../../domain/routes/keep-route.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { refuseUnreachable } from '../../domain/sendings/reach.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { describeRelay, type RelayAddress, readSmtpUrl } from '../../mail/smtp/url.ts'
import type { SystemProject } from '../members/mail/system-project.ts'

/** The settings of relays. */
export interface RelaySettings {
  smtpUrl: string | undefined
  publicUrl: string | undefined
  /** The domain of the return path. */
  bounceDomain: string | undefined
  /** Emails to that domain are taken by the listener of this installation. */
  takesMail: boolean
  /** The DNS resolvers; undefined: those of the machine. */
  resolvers: string[] | undefined
  /** What emails to members go through; undefined: the first relay that can be used. */
  systemProject?: SystemProject | undefined
  /** The option of a command that says that the emails are for this machine only. */
  localOption?: string
  /** Opens the addresses of stored routes. */
  sealer(): Promise<Sealer>
}

export interface KnownRoute {
  /** Undefined for the relay of SMTP_URL before a worker has used it. */
  row: RouteRow | undefined
  name: string
  /** Undefined for the default one while SMTP_URL is not set. */
  address: RelayAddress | undefined
}

/** All routes, including the relay of SMTP_URL. */
export async function knownRoutes(db: Db, settings: RelaySettings): Promise<KnownRoute[]> {
  const rows = await routes(db, {})
  const { smtpUrl } = settings
  const ofSettings = smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl)
  const stored = rows.some(({ id }) => id !== DEFAULT_ROUTE)
  const sealer = stored ? await settings.sealer() : undefined
  const known: KnownRoute[] = rows.map(row => ({
    row,
    name: row.name,
    address:
      row.id === DEFAULT_ROUTE
        ? ofSettings
        : readSmtpUrl(sealer!.open(row.sealedUrl, sealedFor).toString()),
  }))
  if (ofSettings && !rows.some(({ id }) => id === DEFAULT_ROUTE))
    known.push({ row: undefined, name: 'default', address: ofSettings })
  return known
}

export const shownAddress = ({ address }: KnownRoute): string =>
  address ? describeRelay(address) : 'SMTP_URL is not set'

/**
 * Refuses to send emails whose links would lead nowhere. Returns whether the sandbox keeps them.
 */
export async function refuseMessagesToNowhere(
  db: Db,
  settings: RelaySettings,
  local = false,
): Promise<{ sandbox: boolean }> {
  const known = await knownRoutes(db, settings)
  const relayHosts = known.flatMap(({ address }) => address?.host ?? [])
  const { publicUrl, localOption } = settings
  refuseUnreachable({ publicUrl, relayHosts, local, localOption })
  // A default route without an address: another process has an SMTP_URL, and sends them.
  return { sandbox: known.length === 0 }
}
