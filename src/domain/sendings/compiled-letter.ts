/**
 * What is sent, made ready for writing letters: the one place that turns a frozen letter into the
 * composer's terms.
 */
import type { Db } from '../../db/db.ts'
import {
  type CompiledMessage,
  compileMessage,
  type MessageFacts,
} from '../../mail/message/compile.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { picturesOf } from '../html/pictures.sql.ts'
import type { Letter } from '../newsletters/freeze-letter.ts'

export interface LetterPlace
  extends Pick<
    MessageFacts,
    'accountId' | 'of' | 'ofId' | 'linksAfter' | 'publicUrl' | 'bounceDomain' | 'key' | 'pixel'
  > {
  /** False: a letter to one person on request of a program, without the headers of bulk mail. */
  bulk?: boolean
  /** False: links stay as they are, and there is no pixel. */
  tracked?: boolean
}

export async function compiledLetter(
  db: Db,
  letter: Letter,
  { bulk = true, ...place }: LetterPlace,
): Promise<CompiledMessage> {
  const names =
    letter.fields ??
    (await fieldsOfAccount(db, { accountId: place.accountId })).map(
      field => [field.name, field.number] as const,
    )
  const pictures = await picturesOfLetter(db, place.accountId, letter)
  return compileMessage(
    {
      subject: letter.subject,
      html: letter.html,
      text: letter.text === '' ? undefined : letter.text,
      preheader: letter.preheader,
      pictures,
      from: { name: letter.fromName, address: letter.fromEmail },
      replyTo: letter.replyTo === '' ? undefined : { name: '', address: letter.replyTo },
    },
    {
      ...place,
      list: bulk ? { id: letter.listId, name: letter.listName } : undefined,
      characterSet: letter.characterSet,
      fields: new Map(names),
      mailDomain: letter.fromEmail.slice(letter.fromEmail.lastIndexOf('@') + 1),
    },
  )
}

async function picturesOfLetter(db: Db, accountId: number, { pictures = [] }: Letter) {
  if (pictures.length === 0) return []
  const found = await picturesOf(db, {
    accountId,
    hashes: [...new Set(pictures.map(({ hash }) => hash))],
  })
  const names = new Map(pictures.map(({ hash, path }) => [hash, path]))
  return found.map(picture => ({ ...picture, name: names.get(picture.hash)! }))
}
