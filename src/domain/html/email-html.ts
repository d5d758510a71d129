/**
 * Compiles the source of a newsletter to HTML and embeds its pictures. Shared with templates, which
 * are compiled when they are saved.
 */
import type { Db } from '../../db/db.ts'
import { type FieldNames, TemplateError } from '../../mail/template/merge.ts'
import {
  type MarkupSource,
  type Picture,
  pictureHash,
  pictureType,
  prepareHtml,
  renamePictures,
} from '../../mail/template/prepare.ts'
import { type TemplateSentence, templateSentence } from '../../mail/template/words.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { detailed } from '../details/details.ts'
import { type Refusal, refused, refusedAt } from '../refusal.ts'
import { addPicture } from './pictures.sql.ts'

/** Embedded pictures are part of each email: larger ones belong on a server. */
const MOST_PICTURE_BYTES = 500_000

/** A stored picture, with its path in the newsletter or template. */
export type KeptPicture = Omit<Picture, 'bytes'>

export interface PictureSources {
  read: ((path: string) => Uint8Array | undefined) | undefined
  /** Stored earlier, by this newsletter or its template. */
  kept: KeptPicture[]
}

/** A picture that was read, to be stored. */
export interface NewPicture extends KeptPicture {
  bytes: Buffer
}

export interface MessageHtml {
  html: string
  pictures: KeptPicture[]
  read: NewPicture[]
}

export const fieldNames = async (db: Db, accountId: number): Promise<FieldNames> =>
  new Map((await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number]))

/**
 * Refuses a source that does not compile, with line and column. Pictures are replaced by `cid:` and
 * their hash.
 */
export async function messageHtml(
  accountId: number,
  source: MarkupSource,
  fields: FieldNames,
  sources: PictureSources,
): Promise<MessageHtml> {
  return refusing(async () => {
    const html = await prepareHtml(source, fields, accountId)
    const pictures = new Map<string, KeptPicture>()
    const read: NewPicture[] = []
    const named = renamePictures(html, ({ path, line, column }) => {
      const known = pictures.get(path) ?? readPicture(path, sources)
      if ('detail' in known) throw new TemplateError(known, line, column, 'html')
      pictures.set(path, known)
      if ('bytes' in known && !read.includes(known as NewPicture)) read.push(known as NewPicture)
      return `cid:${known.hash}`
    })
    const bytes = new Map(read.map(picture => [picture.hash, picture.bytes.length]))
    const total = [...bytes.values()].reduce((sum, length) => sum + length, 0)
    if (total > MOST_PICTURE_BYTES)
      throw refused('not-valid', 'pictures-large', {
        most: MOST_PICTURE_BYTES / 1000,
        kilobytes: Math.ceil(total / 1000),
      })
    return {
      html: named,
      pictures: [...pictures.values()].map(({ path, hash, type }) => ({ path, hash, type })),
      read,
    }
  })
}

/** The picture at a path, or why it is refused. */
function readPicture(
  path: string,
  { read, kept }: PictureSources,
): KeptPicture | NewPicture | TemplateSentence {
  const bytes = read?.(path)
  if (!bytes) {
    const known = kept.find(picture => picture.path === path)
    return known ?? templateSentence('picture-beside', { path })
  }
  const type = pictureType(bytes)
  if (type === undefined) return templateSentence('picture-type', { path })
  return { path, type, hash: pictureHash(bytes), bytes: Buffer.from(bytes) }
}

/** A TemplateError is for the author of the newsletter. */
export async function refusing<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TemplateError) throw refusalOfTemplate(error)
    throw error
  }
}

export function refusalOfTemplate({ sentence, part, line, column }: TemplateError): Refusal {
  const says = sentence.detail
  const detail = detailed('template-at', { part: part ?? '', line, column, says })
  return refusedAt(detail, { part, line, column }, undefined, [sentence])
}

export async function keepPictures(
  db: Db,
  accountId: number,
  pictures: NewPicture[],
): Promise<void> {
  for (const { hash, type, bytes } of pictures)
    await addPicture(db, { accountId, hash, type, bytes })
}
