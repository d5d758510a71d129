/** The library of pictures for newsletters. */

import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { mediaNewestFirst } from '../../domain/media/media.sql.ts'
import {
  dropMedia,
  editMedia,
  MOST_READ,
  mediaAddress,
  mediaOf,
  mediaUses,
} from '../../domain/media/media.ts'
import { namedActors } from '../../domain/members/named-actors.ts'
import { action } from '../action.ts'
import { cut, placeMoment, placeOf } from '../cursor.ts'
import { httpAction } from '../http/http-action.ts'
import { withUpload } from '../http/uploaded-file.ts'
import { actor, bigId, moment, pageOf, paging, shaped } from '../values.ts'
import { admitUpload, drawPlay, naming, uploadMedia } from './upload-media.ts'

const given = {
  name: z.string().max(200).describe('As the file was called.'),
  alt: z.string().max(500).describe('What it shows, in a few words; empty: it decorates.'),
}

const Media = z
  .object({
    id: z.string().describe('The hash of its bytes.'),
    ...given,
    src: z.string().describe('Its address for blocks and HTML: /m/..., under that of the service.'),
    type: z.enum(['png', 'jpeg', 'gif']),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    created: moment,
    by: actor,
  })
  .meta({ id: 'Media' })

export type MediaAnswer = z.output<typeof Media>

const PICTURE_ID = /^[0-9a-f]{1,40}$/

const pictureId = shaped(PICTURE_ID, detailed('given-picture'))
const params = z.strictObject({ pictureId })

type Row = Awaited<ReturnType<typeof mediaOf>>

const described = (accountId: number, row: Omit<Row, 'outside'>, by: z.output<typeof actor>) => ({
  id: row.hash,
  name: row.name,
  alt: row.alt,
  src: mediaAddress(accountId, row),
  type: row.kind as MediaAnswer['type'],
  width: row.width,
  height: row.height,
  bytes: row.octets,
  created: row.created,
  by,
})

const actorOf = (row: Pick<Row, 'actorKind' | 'actorId' | 'actorName'>) => ({
  kind: row.actorKind,
  id: row.actorId,
  name: row.actorName,
})

async function shown(db: Db, accountId: number, hash: string) {
  const row = await mediaOf(db, accountId, hash)
  const [by] = await namedActors(db, accountId, [actorOf(row)])
  return described(accountId, row, by!)
}

export const mediaRoutes = [
  action({
    route: 'GET /media',
    right: 'read',
    about: 'The pictures, the newest first.',
    query: z.strictObject({
      ...paging,
      q: z.string().max(100).optional().describe('Part of the name or of the description.'),
    }),
    out: pageOf(Media),
    async run({ db, account }, { query: { after, limit, q } }) {
      const place = placeOf(after, z.tuple([placeMoment, z.string().max(60)]))
      const [beforeAt, beforeHash] = place ?? [null, null]
      const page = { accountId: account.id, text: q || null, beforeAt, beforeHash }
      const rows = await mediaNewestFirst(db, { ...page, most: limit + 1 })
      const { items, next } = cut(rows, limit, row => [row.place, row.hash])
      const by = await namedActors(db, account.id, items.map(actorOf))
      return { items: items.map((row, i) => described(account.id, row, by[i]!)), next }
    },
  }),
  httpAction({
    route: 'POST /media',
    right: 'content',
    about:
      'Take a picture into the library: PNG, JPEG, GIF or WebP as the body. It is written anew, ' +
      'no wider than 1400 pixels, without what a camera notes.',
    query: z.strictObject({ name: given.name.default(''), alt: given.alt.default('') }),
    upload: true,
    out: Media,
    creates: true,
    async run(call, { query }) {
      const { db, account, services } = call
      const limit = { most: services.media.maxBytes, setting: 'MEDIA_MAX_BYTES' }
      const keep = (path: string) =>
        uploadMedia(db, services.media, account.id, { read: () => readFile(path), ...query })
      const hash = await admitUpload(account.id, () => withUpload(call, keep, limit))
      return shown(db, account.id, hash)
    },
  }),
  action({
    route: 'GET /media/:pictureId',
    right: 'read',
    about: 'One picture.',
    params,
    out: Media,
    run: ({ db, account }, { params: { pictureId } }) => shown(db, account.id, pictureId),
  }),
  httpAction({
    route: 'POST /media/:pictureId/play',
    right: 'content',
    about:
      'Make a copy of a picture with a play mark in its middle, for a block of a video. The same ' +
      'picture again is the copy that is there.',
    params,
    out: Media,
    creates: true,
    async run({ db, account, services }, { params: { pictureId } }) {
      const draw = () => drawPlay(db, services.media, account.id, pictureId)
      return shown(db, account.id, await admitUpload(account.id, draw))
    },
  }),
  action({
    route: 'GET /media/:pictureId/uses',
    right: 'read',
    about:
      'What shows it: newsletters, templates, saved blocks, the brand, and what was sent. At ' +
      `least these: of newsletters, versions and sendings the newest ${MOST_READ} are read.`,
    params,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.string().describe('newsletter, earlier version, working copy, sending, ...'),
          id: bigId.nullable(),
          name: z.string(),
        }),
      ),
    }),
    async run({ db, account }, { params: { pictureId } }) {
      const uses = await mediaUses(db, account.id, pictureId)
      return { items: uses.map(use => ({ ...use, id: use.id || null })) }
    },
  }),
  action({
    route: 'PATCH /media/:pictureId',
    right: 'content',
    about: 'Change the name and the description of a picture.',
    params,
    body: z.strictObject(given).partial(),
    out: Media,
    async run({ db, account }, { params: { pictureId }, body }) {
      await editMedia(db, account.id, pictureId, body)
      return shown(db, account.id, pictureId)
    },
  }),
  httpAction({
    route: 'DELETE /media/:pictureId',
    right: 'content',
    about: 'Remove a picture that nothing shows, and no email has shown.',
    params,
    run: ({ db, account, services }, { params: { pictureId } }) =>
      naming(() => dropMedia(db, account.id, pictureId, services.media.outside)),
  }),
] as const
