/**
 * What an API key is bound to: a project or a list, whose objects alone it may see and change, and
 * the networks that it may call from. A key is bound when it is made, and stays so.
 */
import type { Db } from '../../../db/db.ts'
import { isInNetworks, networkIn, networkList } from '../../../lib/network.ts'
import { type RuleCheck, refused, violationsOf } from '../../refusal.ts'
import * as keys from './api-keys.sql.ts'

export const MOST_NETWORKS = 20

/** At most one of both is given. */
export interface KeyScope {
  projectId: number | null
  listId: number | null
}

export interface KeyBinding extends KeyScope {
  /** In CIDR notation; none: from everywhere. */
  networks: string[]
}

export interface KeyBindingGiven {
  /** Ids of the account. */
  projectId?: number | undefined
  listId?: number | undefined
  networks?: readonly string[] | undefined
}

/** Refuses both a project and a list, an unknown list, and what is no network. */
export async function checkedBinding(
  db: Db,
  accountId: number,
  { projectId = undefined, listId = undefined, networks = [] }: KeyBindingGiven,
): Promise<KeyBinding> {
  if (projectId !== undefined && listId !== undefined) throw boundTwice()
  if (networks.length > MOST_NETWORKS)
    throw refused('not-valid', 'key-networks-many', { most: MOST_NETWORKS })
  const read = networks.map(checkedNetwork)
  const scope = { projectId: projectId ?? null, listId: listId ?? null }
  const { there } = await keys.scopeThere(db, { accountId, ...scope })
  if (!there) throw refused('not-valid', 'key-bound-nowhere')
  return { ...scope, networks: [...new Set(read)] }
}

const boundTwice = () => refused('not-valid', 'key-bound-twice')

function checkedNetwork(given: string): string {
  const network = networkIn(given.trim())
  if (network) return `${network.address.toLowerCase()}/${network.bits}`
  throw refused('not-valid', 'key-network-wrong', { network: given.slice(0, 60) })
}

interface NamedBinding {
  /** By id, guid or name. */
  project?: string | undefined
  listId?: number | undefined
  networks?: readonly string[] | undefined
}

/** Of the values that are there; the list may lack members. */
export function violationsOfKeyBinding({ project, listId, networks = [] }: NamedBinding) {
  const ofNetworks = networks.map(
    (one, i): RuleCheck => [['networks', i], () => checkedNetwork(one)],
  )
  const twice = () => {
    if (project !== undefined && listId !== undefined) throw boundTwice()
  }
  return violationsOf([[['listId'], twice], ...ofNetworks])
}

/** Throws Refusal('not-permitted') for a caller of another network. */
export function refuseElsewhere(networks: readonly string[], peer: string): void {
  if (networks.length === 0) return
  const known = networks.flatMap(network => networkIn(network) ?? [])
  if (!isInNetworks(networkList(known), peer)) throw refused('not-permitted', 'key-network')
}

/** As queries have it: texts joined by commas. */
export const networksIn = (text: string | null): string[] =>
  text === null || text === '' ? [] : text.split(',')
