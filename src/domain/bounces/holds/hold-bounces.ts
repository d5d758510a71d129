/**
 * The brake on suppression: when one reply makes many people of a provider undeliverable within an
 * hour, while hardly an email is accepted there, the reply is more likely about us than about them.
 * Their bounces are held until an operator confirms or releases them. Runs beside judging, so that
 * it costs the sending path nothing: docs/decisions/0032.
 */
import { atomically, type Store } from '../../../db/db.ts'
import { domainGroup } from '../../routes/providers.ts'
import { type BounceRules, decideDeliverability, lockSubscribersOf } from '../apply-reports.ts'
import {
  acceptedAt,
  accountsWithHard,
  holdBounces,
  openHold,
  openHolds,
  repliesToMany,
} from './holds.sql.ts'

/** People of one provider with one reply within an hour. */
const MANY = 20
/** Replies about people are few beside accepted emails: with as many for each, nothing is held. */
const ACCEPTED_PER_BOUNCE = 4
/** A domain with fewer is not looked at, or a sending to companies would give thousands. */
const LEAST_OF_DOMAIN = 2

export interface NewHold {
  accountId: number
  holdId: number
  provider: string
  people: number
  /** Without addresses: it goes to the log. */
  pattern: string
}

interface ReplyGroup {
  provider: string
  pattern: string
  example: string
  domains: string[]
  people: number
}

/** Returns the holds that were opened. */
export async function holdSuspectBounces(db: Store, rules: BounceRules): Promise<NewHold[]> {
  const opened: NewHold[] = []
  for (const { accountId } of await accountsWithHard(db, {}))
    opened.push(...(await holdOfAccount(db, accountId, rules)))
  return opened
}

async function holdOfAccount(db: Store, accountId: number, rules: BounceRules): Promise<NewHold[]> {
  const opened: NewHold[] = []
  const holds = await openHolds(db, { accountId })
  for (const group of await groupsOf(db, accountId)) {
    const { provider, pattern, domains, people } = group
    const open = holds.find(one => one.domainGroup === provider && one.pattern === pattern)
    if (!open) {
      if (people < MANY) continue
      const { accepted } = await acceptedAt(db, { accountId, domains })
      if (accepted >= people * ACCEPTED_PER_BOUNCE) continue
    }
    const holdId = await hold(db, accountId, group, open?.id, rules)
    if (!open && holdId !== undefined) opened.push({ accountId, holdId, provider, people, pattern })
  }
  return opened
}

async function groupsOf(db: Store, accountId: number): Promise<ReplyGroup[]> {
  const groups = new Map<string, ReplyGroup>()
  const rows = await repliesToMany(db, { accountId, least: LEAST_OF_DOMAIN })
  for (const { domain, pattern, example, people } of rows) {
    const provider = domainGroup(`@${domain}`)
    const key = JSON.stringify([provider, pattern])
    const group = groups.get(key) ?? { provider, pattern, example, domains: [], people: 0 }
    group.domains.push(domain)
    group.people += people
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns the number of the hold; undefined: another worker has opened one meanwhile. */
const hold = (
  db: Store,
  accountId: number,
  { provider, pattern, example, domains }: ReplyGroup,
  open: number | undefined,
  rules: BounceRules,
): Promise<number | undefined> =>
  atomically(db, async tx => {
    const place = { accountId, domainGroup: provider, pattern }
    const holdId = open ?? (await openHold(tx, { ...place, example }))?.id
    if (holdId === undefined) return undefined
    const held = await holdBounces(tx, { accountId, holdId, domains, pattern })
    await lockSubscribersOf(tx, accountId, held)
    const people = held.flatMap(({ subscriberId }) => subscriberId ?? [])
    await decideDeliverability(tx, accountId, people, rules)
    return holdId
  })
