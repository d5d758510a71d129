/**
 * The library of pictures. A picture is served under /m/ for years: it is never changed, and not
 * removed while something shows it.
 */
import { atomically, type Db } from '../../db/db.ts'
import { withoutControls } from '../../lib/controls.ts'
import type { ObjectStore } from '../../lib/object-store.ts'
import type { ConvertedPicture } from '../../lib/picture/convert.ts'
import { pictureHash } from '../../mail/template/prepare.ts'
import { presentActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import { Refusal, refused } from '../refusal.ts'
import {
  addMedia,
  describeMedia,
  findMedia,
  mediaBytes,
  removeMedia,
  usesOfMedia,
} from './media.sql.ts'

const MEDIA_TYPES = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif' } as const

type MediaKind = keyof typeof MEDIA_TYPES

const ENDINGS = { png: 'png', jpeg: 'jpg', gif: 'gif' } as const
const ADDRESS = /^\/m\/([0-9a-z]{1,11})-([0-9a-f]{40})\.(png|jpg|gif)$/

/** Under the address of the service; it stays in emails for years. */
export const mediaAddress = (accountId: number, { hash, kind }: { hash: string; kind: string }) =>
  `${ownMedia(accountId)}${hash}.${ENDINGS[kind as MediaKind]}`

/** How the addresses of the account begin. */
export const ownMedia = (accountId: number): string => `/m/${accountId.toString(36)}-`

/** The parts of a media address; undefined if it is none. */
export function readMediaAddress(path: string) {
  const [, account, hash, ending] = ADDRESS.exec(path) ?? []
  if (account === undefined || hash === undefined) return undefined
  return { accountId: Number.parseInt(account, 36), hash, ending }
}

export interface NewMedia {
  picture: ConvertedPicture
  name: string
  alt: string
}

/** Keeps a picture and returns its hash. The same picture again is the one that is there. */
export async function keepMedia(
  db: Db,
  accountId: number,
  { picture, name, alt }: NewMedia,
  outside: ObjectStore | undefined,
): Promise<string> {
  const { kind, bytes, width, height } = picture
  const hash = pictureHash(bytes)
  const described = { name: cleanName(name), alt: checkAlt(alt) }
  if (await findMedia(db, { accountId, hash })) return hash
  // Before the row, which must not name a missing object.
  await outside?.put(objectKey(accountId, { hash, kind }), bytes, MEDIA_TYPES[kind])
  const actor = presentActor()
  await atomically(db, async tx => {
    await addMedia(tx, {
      accountId,
      hash,
      kind,
      ...described,
      width,
      height,
      octets: bytes.length,
      bytes: outside ? null : bytes,
      actorKind: actor?.kind ?? '',
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? '',
    })
    const after = { ...described, kind, width, height, bytes: bytes.length }
    await recordChange(tx, accountId, { action: 'media.add', id: hash, after })
  })
  return hash
}

export async function mediaOf(db: Db, accountId: number, hash: string) {
  const found = await findMedia(db, { accountId, hash })
  if (!found) throw unknown()
  return found
}

export async function editMedia(
  db: Db,
  accountId: number,
  hash: string,
  changes: { name?: string | undefined; alt?: string | undefined },
): Promise<void> {
  const known = await mediaOf(db, accountId, hash)
  const before = { name: known.name, alt: known.alt }
  const after = {
    name: changes.name === undefined ? known.name : cleanName(changes.name),
    alt: changes.alt === undefined ? known.alt : checkAlt(changes.alt),
  }
  await atomically(db, async tx => {
    await describeMedia(tx, { accountId, hash, ...after })
    await recordChange(tx, accountId, { action: 'media.edit', id: hash, before, after })
  })
}

/** Its uses, among the newest of each kind: up to a hundred. */
export async function mediaUses(
  db: Db,
  accountId: number,
  hash: string,
  { most = MOST_READ }: { most?: number } = {},
) {
  await mediaOf(db, accountId, hash)
  return usesOfMedia(db, { accountId, hash, most })
}

/** Newsletters, sendings and versions of which the texts are read to show where a picture is. */
export const MOST_READ = 1000
/** Before a picture is removed all are read, however long that takes. */
const ALL = 2 ** 31 - 1

/** Refuses one that something shows, also an email that was sent. */
export async function dropMedia(
  db: Db,
  accountId: number,
  hash: string,
  outside: ObjectStore | undefined,
): Promise<void> {
  const known = await mediaOf(db, accountId, hash)
  await atomically(db, async tx => {
    const uses = await usesOfMedia(tx, { accountId, hash, most: ALL })
    if (uses.length > 0) {
      const named = uses.slice(0, 5).map(({ kind, id }) => (id > 0 ? `${kind} ${id}` : kind))
      const more = uses.length > 5 ? ` and ${uses.length - 5} more` : ''
      throw refused('not-now', 'picture-used', { by: `${named.join(', ')}${more}` })
    }
    await removeMedia(tx, { accountId, hash })
    await recordChange(tx, accountId, {
      action: 'media.remove',
      id: hash,
      before: { name: known.name },
    })
  })
  if (known.outside) await outside?.remove(objectKey(accountId, known))
}

/** The bytes of a picture and its type; undefined if there is none. */
export async function readMedia(
  db: Db,
  accountId: number,
  hash: string,
  outside: ObjectStore | undefined,
): Promise<{ type: string; bytes: Buffer; ending: string } | undefined> {
  const found = await mediaBytes(db, { accountId, hash })
  if (!found) return undefined
  const kind = found.kind as MediaKind
  const bytes = found.bytes ?? (await outside?.read(objectKey(accountId, { hash, kind })))
  return bytes && { type: MEDIA_TYPES[kind], bytes, ending: ENDINGS[kind] }
}

const objectKey = (accountId: number, { hash, kind }: { hash: string; kind: string }): string =>
  mediaAddress(accountId, { hash, kind }).slice('/m/'.length)

/** Of a file: without what no name has. */
const cleanName = (name: string): string =>
  withoutControls(name.toWellFormed().replace(/[\t\n]/g, ' '))
    .trim()
    .slice(0, 200) || 'picture'

const checkAlt = (alt: string): string =>
  withoutControls(alt.toWellFormed().replace(/[\t\n]/g, ' '))
    .trim()
    .slice(0, 500)

const unknown = (): Refusal => new Refusal('no-such-picture')
