/** The hosts of an account's public pages: added, chosen for new links, taken away. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { quoted, type Refusal, refused } from '../refusal.ts'
import { readHostName } from './host-name.ts'
import {
  addHost,
  clearDefaultHost,
  dropHost,
  hostsOfAccount,
  lockHosts,
  retireHost,
  reviveHost,
  setDefaultHost,
} from './hosts.sql.ts'

const MOST_HOSTS = 50

export interface PublicHost {
  host: string
  /** New links have it. */
  isDefault: boolean
  created: string
  /** Since when it only answers links that have it; null: it is in use. */
  retired: string | null
}

export const publicHosts = (db: Db, accountId: number): Promise<PublicHost[]> =>
  hostsOfAccount(db, { accountId })

/** Refuses a name that the account does not have. */
export async function hostNamed(db: Db, accountId: number, given: string): Promise<PublicHost> {
  const found = (await publicHosts(db, accountId)).find(({ host }) => host === given.toLowerCase())
  if (!found) throw noSuchHost(given)
  return found
}

/**
 * Returns the name as it is kept. A retired host is in use again. Refuses a name that is taken, and
 * `own`, the host of the installation.
 */
export async function claimHost(
  db: Db,
  accountId: number,
  given: string,
  own: string,
): Promise<string> {
  const host = readHostName(given)
  if (host === own) throw refused('not-valid', 'host-taken')
  await atomically(db, async tx => {
    const hosts = await lockHosts(tx, { accountId })
    const known = hosts.find(one => one.host === host)
    if (known) await reviveHost(tx, { accountId, host })
    else if (hosts.length >= MOST_HOSTS)
      throw refused('not-valid', 'hosts-many', { most: MOST_HOSTS })
    else if ((await addHost(tx, { accountId, host })) === 0)
      throw refused('not-valid', 'host-taken')
    if (known?.retired !== null)
      await recordChange(tx, accountId, { action: 'host.add', id: host, after: { host } })
  })
  return host
}

/** `undefined`: new links have the host of the installation. */
export async function chooseHost(
  db: Db,
  accountId: number,
  chosen: string | undefined,
): Promise<void> {
  await atomically(db, async tx => {
    const hosts = await lockHosts(tx, { accountId })
    const before = hosts.find(({ isDefault }) => isDefault)?.host ?? ''
    const after = hosts.find(({ host }) => host === chosen)
    if (chosen !== undefined && !after) throw noSuchHost(chosen)
    if (after && after.retired !== null) throw refused('not-now', 'host-retired')
    if (before === (chosen ?? '')) return
    await clearDefaultHost(tx, { accountId })
    if (chosen !== undefined) await setDefaultHost(tx, { accountId, host: chosen })
    const values = { before: { default: before }, after: { default: chosen ?? '' } }
    await recordChange(tx, accountId, { action: 'host.edit', id: chosen ?? before, ...values })
  })
}

/**
 * New links have it no more. `endsLinks`: links that have it lead nowhere from now on, and the name
 * is free; else they go on.
 */
export async function takeHostAway(
  db: Db,
  accountId: number,
  host: string,
  endsLinks: boolean,
): Promise<void> {
  await atomically(db, async tx => {
    const known = (await lockHosts(tx, { accountId })).find(one => one.host === host)
    if (!known) throw noSuchHost(host)
    if (!endsLinks && known.retired !== null) return
    await (endsLinks ? dropHost : retireHost)(tx, { accountId, host })
    const after = { host, links: endsLinks ? 'end' : 'keep' }
    await recordChange(tx, accountId, { action: 'host.remove', id: host, after })
  })
}

const noSuchHost = (given: string): Refusal =>
  refused('no-such-host', 'host-none', { host: quoted(given) })
