/** Makes a sending's letters: what is the same for all once, then for each person what differs, signed off the main thread. */
import type { Db } from '../db/db.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import type { Keys } from '../domain/keys/keys.ts'
import { compiledLetter } from '../domain/sendings/compiled-letter.ts'
import { readBlocks } from '../domain/sendings/plan-filtered.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import type { Sealer } from '../lib/secrets.ts'
import { composeLetter } from '../mail/compose.ts'
import { signingKey, signLetter } from '../mail/dkim.ts'
import { mailDomain } from '../mail/headers.ts'
import { macKey } from '../mail/links.ts'
import { type MergeValues, renderTemplate } from '../mail/merge.ts'
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
  const dkim = await keysForDomain(db, sealer, accountId, fromDomain)
  const signing = dkim.map(({ domain, selector, privateKey }) => signingKey(domain, selector, privateKey))
  const key = keys.newest()
  const compiled = await compiledLetter(db, test ? { ...letter, subject: `[Test] ${letter.subject}` } : letter, {
    accountId,
    sendingId,
    test,
    publicUrl,
    bounceDomain,
    key: macKey(key.id, key.secret),
  })
  if (!test) await keepLinks(db, { accountId, source: 'sending', sourceId: sendingId }, compiled.links)
  // For people who look at letters in the sandbox; links have no place in a subject.
  const subjectFor = (person: Pick<MergeValues, 'name' | 'email' | 'fields' | 'blocks'>) =>
    renderTemplate(compiled.subject, { ...person, unsubscribeUrl: '', webVersionUrl: '' })
  return async ({ id, email, name, format, fields, blocks: joined }) => {
    const values = fields === '' ? [] : fields.split(SEPARATOR)
    const blocks = readBlocks(joined)
    const written = composeLetter(compiled, { id, email, name, format, fields: values, blocks })
    const signatures = signing.length === 0 ? [] : [await signLetter(written, signing)]
    return {
      envelopeFrom: written.envelopeFrom,
      subject: subjectFor({ name, email, fields: values, blocks }),
      pieces: [...signatures, written.bytes],
      utf8Headers: written.needsSmtpUtf8,
    }
  }
}
