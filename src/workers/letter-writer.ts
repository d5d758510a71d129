/** Makes a sending's letters: what is the same for all once, then for each person what differs, signed off the main thread. */
import type { Db } from '../db/db.ts'
import { fieldsOfAccount } from '../domain/demographics/demographics.sql.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import type { Keys } from '../domain/keys/keys.ts'
import type { Sealer } from '../lib/secrets.ts'
import { compileLetter } from '../mail/compile.ts'
import { composeLetter } from '../mail/compose.ts'
import { signingKey, signLetter } from '../mail/dkim.ts'
import { mailDomain } from '../mail/headers.ts'
import { macKey } from '../mail/links.ts'
import type { LetterWriter, SendingFacts } from './context.ts'

export interface WriterOptions {
  db: Db
  keys: Keys
  sealer: Sealer
  publicUrl: string
  /** Where bounces and unsubscribing by mail come in. */
  bounceDomain: string
}

/** Values of one recipient are joined by it in the store's answers. */
const SEPARATOR = '\x1f'

export async function letterWriter(options: WriterOptions, facts: SendingFacts): Promise<LetterWriter> {
  const { db, keys, sealer, publicUrl, bounceDomain } = options
  const { accountId, sendingId, test, letter } = facts
  const fromDomain = mailDomain(letter.fromEmail.slice(letter.fromEmail.lastIndexOf('@') + 1))
  const [names, dkim] = await Promise.all([fieldsOfAccount(db, { accountId }), keysForDomain(db, sealer, accountId, fromDomain)])
  const signing = dkim.map(({ domain, selector, privateKey }) => signingKey(domain, selector, privateKey))
  const key = keys.newest()
  const compiled = compileLetter(
    {
      subject: test ? `[Test] ${letter.subject}` : letter.subject,
      html: letter.html,
      text: letter.text === '' ? undefined : letter.text,
      preheader: letter.preheader,
      from: { name: letter.fromName, address: letter.fromEmail },
      replyTo: letter.replyTo === '' ? undefined : { name: '', address: letter.replyTo },
    },
    {
      accountId,
      of: test ? 'test' : 'sending',
      ofId: sendingId,
      list: { id: letter.listId, name: letter.listName },
      characterSet: letter.characterSet,
      fields: new Map(names.map(({ name, number }) => [name, number])),
      publicUrl,
      bounceDomain,
      mailDomain: fromDomain,
      key: macKey(key.id, key.secret),
    },
  )
  return async ({ id, email, name, format, fields }) => {
    const written = composeLetter(compiled, { id, email, name, format, fields: fields === '' ? [] : fields.split(SEPARATOR) })
    const bytes = signing.length === 0 ? written.bytes : Buffer.concat([await signLetter(written, signing), written.bytes])
    return { envelopeFrom: written.envelopeFrom, subject: letter.subject, bytes, utf8Headers: written.needsSmtpUtf8 }
  }
}
