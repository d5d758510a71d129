/**
 * `pennypost newsletter preview`: composes and signs an email as the workers do, for one
 * subscriber, without sending it.
 */
import type { Db, Store } from '../db/db.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import { filtersForSending } from '../domain/filters/save-filter.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import { listsOfAccount } from '../domain/lists/lists.sql.ts'
import { freezeMessage, type Message } from '../domain/newsletters/freeze-message.ts'
import { findNewsletter, personForMessage } from '../domain/newsletters/newsletters.sql.ts'
import { withPictures } from '../domain/newsletters/web-version.ts'
import { noSuch, Refusal } from '../domain/refusal.ts'
import { compiledMessage } from '../domain/sendings/compiled-message.ts'
import { blocksOf } from '../domain/sendings/plan-filtered.ts'
import { emailKey } from '../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../lib/field-separator.ts'
import type { Sealer } from '../lib/secrets.ts'
import { composeMessage, type MessageRecipient, renderMessage } from '../mail/message/compose.ts'
import { signingKey, signMessage } from '../mail/message/dkim.ts'
import { mailDomain } from '../mail/message/headers.ts'
import { blockIds } from '../mail/template/blocks.ts'
import type { Config } from '../settings/config.ts'
import { bounceDomainOf, serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { sealerOf } from './secret.ts'
import { writeBytes } from './terminal.ts'

interface PreviewOptions extends AccountOption {
  as?: string
  list?: number
  text?: boolean
  source?: boolean
}

/** Each field contains its own number, so that a preview shows which is which. */
export const SOMEBODY: MessageRecipient = {
  id: 0,
  email: 'ada@example.com',
  name: 'Ada Example',
  format: 'html',
  fields: Array.from({ length: 100 }, (_, i) => `DD${i + 1}`),
}

export async function preview(
  context: Context,
  id: number,
  options: PreviewOptions,
): Promise<void> {
  if (options.text && options.source) throw new CommandFailed('--text or --source, not both.')
  const config = context.config()
  const shown = await forAccount(context, options, (db, account) =>
    composed(db, config, account.id, id, options),
  )
  if (options.json) return context.printJson(shown)
  const { from, to, subject, html, text, source } = shown
  if (!options.source)
    for (const line of [`From:    ${from}`, `To:      ${to}`, `Subject: ${subject}`])
      context.progress(line)
  if (options.source) return void writeBytes(process.stdout, Buffer.from(source, 'latin1'))
  if (!options.text && html === undefined)
    context.progress('It has no HTML, or the subscriber gets text; this is its text.')
  context.print(options.text ? text : (html ?? text))
}

/**
 * Compiles a newsletter for its list, as an email of no sending: its links work, are not counted,
 * and unsubscribe no one.
 */
export async function compiledFor(
  db: Store,
  config: Config,
  accountId: number,
  id: number,
  { list, tracked }: { list?: number; tracked?: boolean },
) {
  const message = await freezeMessage(db, accountId, id, await listMeant(db, accountId, id, list))
  const sealer = await sealerOf(db, config)
  const keys = await openKeys(db, sealer)
  try {
    const key = keys.newest()
    const compiled = await compiledMessage(db, message, {
      accountId,
      of: 'test',
      ofId: 0,
      tracked,
      publicUrl: serviceOrigin(config.http),
      bounceDomain: bounceDomainOf(config),
      key: macKeyOf(key),
    })
    return { message, compiled, sealer }
  } finally {
    keys.close()
  }
}

async function composed(
  db: Store,
  config: Config,
  accountId: number,
  id: number,
  options: PreviewOptions,
) {
  const { message, compiled, sealer } = await compiledFor(db, config, accountId, id, options)
  const recipient =
    options.as === undefined ? SOMEBODY : await subscriber(db, accountId, message, options.as)
  const { bytes, bodyStart, canonical } = composeMessage(compiled, recipient)
  const signatures = await signaturesOf(db, sealer, accountId, message, {
    bytes,
    bodyStart,
    canonical,
  })
  const { subject, html, text } = renderMessage(compiled, recipient)
  return {
    from: `${message.fromName} <${message.fromEmail}>`.trim(),
    to: `${recipient.name} <${recipient.email}>`.trim(),
    subject,
    html:
      recipient.format === 'html' && html !== undefined
        ? await withPictures(db, accountId, message, html)
        : undefined,
    text,
    source: Buffer.concat([signatures, bytes]).toString('latin1'),
  }
}

async function signaturesOf(
  db: Db,
  sealer: Sealer,
  accountId: number,
  { fromEmail }: Message,
  signable: { bytes: Buffer; bodyStart: number; canonical: boolean },
): Promise<Buffer> {
  const domain = mailDomain(fromEmail.slice(fromEmail.lastIndexOf('@') + 1))
  const signing = await keysForDomain(db, sealer, accountId, domain)
  return signMessage(
    signable,
    signing.map(key => signingKey(key.domain, key.selector, key.privateKey)),
  )
}

/** The named list, the newsletter's, or the only one. */
export async function listMeant(
  db: Db,
  accountId: number,
  newsletterId: number,
  named: number | undefined,
): Promise<number> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const meant = named ?? newsletter.listId
  if (meant !== null && meant !== undefined) return meant
  const lists = await listsOfAccount(db, { accountId })
  if (lists.length === 1) return lists[0]!.id
  throw new CommandFailed(
    lists.length === 0
      ? 'There is no list yet. To make one: pennypost list add NAME --from-email ADDRESS'
      : 'Name a list with --list: sender and character set come from it. To see them: ' +
          'pennypost list list',
  )
}

/** Shows only blocks whose filter this subscriber matches; none for an anonymous preview. */
async function subscriber(
  db: Db,
  accountId: number,
  message: Message,
  email: string,
): Promise<MessageRecipient> {
  const person = await personForMessage(db, { accountId, emailKey: emailKey(email) })
  if (!person) throw new Refusal('no-such-subscriber', `No subscriber has the address ${email}.`)
  const fields = person.fields === '' ? [] : person.fields.split(FIELD_SEPARATOR)
  const filters = await filtersForSending(db, accountId, message.listId, blockIds(message))
  const blocks = await blocksOf(db, accountId, person.id, filters)
  return { ...person, format: person.format === 'text' ? 'text' : 'html', fields, blocks }
}
