/** Sources of events, as the owner of an account manages them: add, change, rotate keys, remove. */
import { randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import type { Sealer } from '../../../lib/secrets.ts'
import { recordChange } from '../../audit/record.ts'
import { quoted, refused, refusedFor, type Violation, violationsOf } from '../../refusal.ts'
import { checkLine } from '../../text.ts'
import { type SourceMapping, violationsOfMapping } from './mapping.ts'
import type { OutlineEntry } from './outline.ts'
import { SEALED_FOR } from './receive-event.ts'
import { type SignatureScheme, standardKey } from './signatures.ts'
import {
  addEventSource,
  addEventSourceKey,
  changeEventSource,
  eventSources,
  expireEventSourceKeys,
  pauseEventSource,
  removeEndedKeys,
  removeEventSource,
  removeEventSourceKeys,
  removeEventSourceOutcomes,
  resumeEventSource,
} from './sources.sql.ts'

const MOST_SOURCES = 50
export const USUAL_KEEP_HOURS = 24
export const MOST_KEEP_HOURS = 24 * 30
/** Of a secret that the shop has made. */
const SECRET_LENGTH = { least: 16, most: 200 } as const
/** Printable ASCII: what forms of shops take. */
const SECRET = /^[\x21-\x7e]+$/

export interface EventSource {
  id: number
  name: string
  token: string
  scheme: SignatureScheme
  mapping: SourceMapping
  /** Null: nothing genuine has come yet. */
  outline: readonly OutlineEntry[] | null
  created: string
  /** Since when; null: it takes events. */
  paused: string | null
}

interface NewEventSource extends SourceMapping {
  name: string
  scheme: SignatureScheme
  /** Made by the shop; by default one is made. */
  secret: string | undefined
}

interface SourceKey {
  id: string
  secret: string
}

export async function eventSourcesOf(db: Db, accountId: number): Promise<EventSource[]> {
  return (await eventSources(db, { accountId })).map(({ mapping, outline, scheme, ...row }) => ({
    ...row,
    scheme: scheme as SignatureScheme,
    mapping: JSON.parse(mapping) as SourceMapping,
    outline: outline === null ? null : (JSON.parse(outline) as OutlineEntry[]),
  }))
}

/** By name, in any case; refuses an unknown one. */
export async function eventSourceNamed(
  db: Db,
  accountId: number,
  name: string,
): Promise<EventSource> {
  const wanted = name.trim().toLowerCase()
  const all = await eventSourcesOf(db, accountId)
  const found = all.find(one => one.name.toLowerCase() === wanted)
  if (found) return found
  throw refused('not-valid', 'source-none', { name: quoted(name) })
}

/** Returns the key that the source signs with. */
export async function addSource(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { name: given, scheme, secret, ...mapping }: NewEventSource,
): Promise<SourceKey> {
  const name = checkName(given)
  checkMapping(mapping)
  const key = newKey(scheme, secret)
  const id = await takeId(db, accountId, 'event source')
  await atomically(db, async tx => {
    if ((await eventSources(tx, { accountId })).length >= MOST_SOURCES)
      throw refused('not-valid', 'sources-many', { most: MOST_SOURCES })
    const token = randomBytes(16).toString('base64url')
    const row = { accountId, id, name, token, scheme, mapping: JSON.stringify(mapping) }
    if ((await addEventSource(tx, row)) === 0)
      throw refused('not-valid', 'source-name-taken', { name: quoted(name) }).ofValue('name')
    await sealKey(tx, sealer, accountId, id, key)
    const after = { name, scheme, ...audited(mapping) }
    await recordChange(tx, accountId, { action: 'event-source.add', id, after })
  })
  return key
}

function checkName(given: string): string {
  const name = checkLine(given, 'name of the source', 100)
  if (name === '') throw refused('not-valid', 'source-nameless')
  return name
}

/** Validates the given values; absent ones pass. */
export const violationsOfSource = ({
  name,
  scheme,
  secret,
  ...mapping
}: Partial<NewEventSource>): Violation[] => [
  ...violationsOf([
    [['name'], () => name !== undefined && checkName(name)],
    [['secret'], () => secret !== undefined && scheme && checkSecret(scheme, secret)],
  ]),
  ...violationsOfMapping(mapping),
]

/** A fixed name takes the place of one in the body, and the other way round. */
export async function changeSource(
  db: Db,
  accountId: number,
  name: string,
  change: Partial<SourceMapping>,
): Promise<void> {
  const { id, mapping: before } = await eventSourceNamed(db, accountId, name)
  const after = { ...before, ...change }
  if (change.event && change.eventAt === undefined) after.eventAt = ''
  if (change.eventAt && change.event === undefined) after.event = ''
  checkMapping(after)
  await atomically(db, async tx => {
    await changeEventSource(tx, { accountId, sourceId: id, mapping: JSON.stringify(after) })
    await recordChange(tx, accountId, {
      action: 'event-source.edit',
      id,
      before: audited(before),
      after: audited(after),
    })
  })
}

/**
 * Pauses a source, or lets it go on: a paused one asks its shop to try again, and records nothing.
 * What was recorded before stays. As it is already: nothing changes.
 */
export async function steerSource(
  db: Db,
  accountId: number,
  name: string,
  verb: 'pause' | 'resume',
): Promise<void> {
  const { id: sourceId } = await eventSourceNamed(db, accountId, name)
  const steer = verb === 'pause' ? pauseEventSource : resumeEventSource
  await atomically(db, async tx => {
    if ((await steer(tx, { accountId, sourceId })) === 0) return
    await recordChange(tx, accountId, { action: `event-source.${verb}`, id: sourceId })
  })
}

/** Adds a key; former ones hold for so many hours as well. */
export async function rotateSourceKey(
  db: Db,
  sealer: Sealer,
  accountId: number,
  name: string,
  { keepHours, secret }: { keepHours: number; secret: string | undefined },
): Promise<SourceKey> {
  const { id: sourceId, scheme } = await eventSourceNamed(db, accountId, name)
  const key = newKey(scheme, secret)
  await atomically(db, async tx => {
    await removeEndedKeys(tx, { accountId, sourceId })
    await expireEventSourceKeys(tx, { accountId, sourceId, seconds: keepHours * 3600 })
    await sealKey(tx, sealer, accountId, sourceId, key)
    const after = { key: key.id, keepHours }
    await recordChange(tx, accountId, { action: 'event-source.rotate', id: sourceId, after })
  })
  return key
}

/** Its address answers nothing from then on; its events stay. */
export async function removeSource(db: Db, accountId: number, name: string): Promise<void> {
  const { id: sourceId, ...source } = await eventSourceNamed(db, accountId, name)
  await atomically(db, async tx => {
    await removeEventSource(tx, { accountId, sourceId })
    await removeEventSourceKeys(tx, { accountId, sourceId })
    await removeEventSourceOutcomes(tx, { accountId, sourceId })
    const before = { name: source.name }
    await recordChange(tx, accountId, { action: 'event-source.remove', id: sourceId, before })
  })
}

/** Refuses one that leads nowhere. */
export function checkMapping(mapping: SourceMapping): void {
  const [wrong] = violationsOfMapping(mapping)
  if (wrong) throw refusedFor('not-valid', wrong.detail).ofValue(...wrong.path)
}

const audited = ({ values, ...paths }: SourceMapping) => ({
  ...paths,
  values: Object.entries(values)
    .map(([name, path]) => `${name}: ${path}`)
    .join(', '),
})

function newKey(scheme: SignatureScheme, given: string | undefined): SourceKey {
  const id = `k${randomBytes(4).toString('hex')}`
  if (given === undefined) {
    const made = randomBytes(32)
    const secret =
      scheme === 'standard' ? `whsec_${made.toString('base64')}` : made.toString('base64url')
    return { id, secret }
  }
  checkSecret(scheme, given)
  return { id, secret: given }
}

function checkSecret(scheme: SignatureScheme, given: string): void {
  const { least, most } = SECRET_LENGTH
  // Base64 that is none would be an empty key, with which anybody can sign.
  const octets = scheme === 'standard' ? standardKey(given).length : given.length
  if (octets < least || given.length > most || !SECRET.test(given))
    throw refused('not-valid', 'source-secret', { least, most }).ofValue('secret')
}

const sealKey = (
  tx: Db,
  sealer: Sealer,
  accountId: number,
  sourceId: number,
  { id, secret }: SourceKey,
) =>
  addEventSourceKey(tx, {
    accountId,
    sourceId,
    id,
    sealedSecret: sealer.seal(Buffer.from(secret), SEALED_FOR),
  })
