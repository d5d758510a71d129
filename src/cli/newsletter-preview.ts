/**
 * `pennypost newsletter preview`: composes and signs an email as the workers do, for one
 * subscriber, without sending it.
 */

import { previewed, type RenderingMeans } from '../actions/newsletters/newsletter-preview.ts'
import type { Db, Store } from '../db/db.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Message } from '../domain/newsletters/freeze-message.ts'
import type { Sealer } from '../lib/secrets.ts'
import { composeMessage } from '../mail/message/compose.ts'
import { signingKey, signMessage } from '../mail/message/dkim.ts'
import { mailDomain } from '../mail/message/headers.ts'
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

/** With the newest key of links, opened for the work. */
export async function withRendering<T>(
  db: Store,
  config: Config,
  work: (means: RenderingMeans, sealer: Sealer) => Promise<T>,
): Promise<T> {
  const sealer = await sealerOf(db, config)
  const keys = await openKeys(db, sealer)
  try {
    const publicUrl = serviceOrigin(config.http)
    const linkKey = macKeyOf(keys.newest())
    return await work({ publicUrl, bounceDomain: bounceDomainOf(config), linkKey }, sealer)
  } finally {
    keys.close()
  }
}

const composed = (
  db: Store,
  config: Config,
  accountId: number,
  id: number,
  options: PreviewOptions,
) =>
  withRendering(db, config, async (means, sealer) => {
    const shown = await previewed(db, means, accountId, id, { ...options, numbered: true })
    const composition = composeMessage(shown.compiled, shown.recipient)
    const signatures = await signaturesOf(db, sealer, accountId, shown.message, composition)
    const source = Buffer.concat([signatures, composition.bytes]).toString('latin1')
    return { ...shown.preview, source }
  })

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
