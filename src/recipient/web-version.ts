/**
 * The web version of an email: rendered from the copy frozen with its sending, without scripts or a
 * pixel. With a message token it is that recipient's; with a token of
 * GetNewsletterWebVersionUrlByFilters it has no recipient and no personal data.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '../db/db.ts'
import { publicOrigin } from '../domain/hosts/public-origin.ts'
import { versionAmong } from '../domain/newsletters/language-filters.ts'
import { readerOfMessage } from '../domain/newsletters/web-version.sql.ts'
import {
  type MessageSource,
  type WebMessage,
  webMessage,
  withPictures,
} from '../domain/newsletters/web-version.ts'
import { readBlocks } from '../domain/sendings/audience/blocks.ts'
import { messageToRead } from '../domain/sendings/compiled-message.ts'
import { givenMessage } from '../domain/transactions/emails/email-message.ts'
import { NoMessage } from '../domain/transactions/project-message.ts'
import { type GivenSource, webTransaction } from '../domain/transactions/web-message.ts'
import { eventsOfMessage } from '../domain/triggers/entries/events-of-runs.ts'
import { issuesOfMessage } from '../domain/triggers/feeds/issue-values.ts'
import { FIELD_SEPARATOR } from '../lib/field-separator.ts'
import { html } from '../lib/html.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { readMessageToken } from '../mail/links/links.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { readFilterVersion } from '../mail/links/web-version.ts'
import { type MessageRecipient, measuredPerson, renderMessage } from '../mail/message/compose.ts'

/** Allows pictures, styles and following links; no scripts, and no forms. */
export const EMAIL_POLICY =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline' http: https:; " +
  "font-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors " +
  "'none'; sandbox allow-popups allow-popups-to-escape-sandbox " +
  'allow-top-navigation-by-user-activation'

/** Compiled emails in the cache: many recipients open the same sending at a time. */
const MOST_KEPT = 20
/** Its content is its own. */
const NO_NEWSLETTER = 0
const NO_RECIPIENT: MessageRecipient = { id: 0, email: '', name: '', format: 'html', fields: [] }

interface Form {
  /** Among the languages of the email; undefined: the base. */
  version?: number | undefined
  anonymous: boolean
  /** Links are click links. */
  clicks: boolean
}

export interface WebVersions {
  /**
   * The page of a token; undefined if there is none. `origin`: that of the installation.
   */
  page(token: string, origin: string): Promise<string | undefined>
}

type Compiled = Awaited<ReturnType<typeof messageToRead>>

export function createWebVersions({
  db,
  keyOf,
  newestKey,
}: {
  db: Db
  keyOf: KeyOf
  newestKey(): MacKey
}): WebVersions {
  const kept = new Map<
    string,
    Promise<{ message: WebMessage['message']; compiled: Compiled } | undefined>
  >()

  /** `anonymous`: links are not tracked, and the unsubscribe link has no effect. */
  async function made(
    accountId: number,
    source: MessageSource | GivenSource,
    { anonymous, clicks, version }: Form,
    publicUrl: string,
    key: MacKey,
  ) {
    const found =
      'email' in source
        ? await givenEmail(accountId, source)
        : await webMessage(db, accountId, source)
    if (!found) return undefined
    const { of, ofId, ...more } = placeOf(source)
    const place = {
      accountId,
      of: anonymous || found.test ? ('test' as const) : of,
      ofId,
      ...more,
      tracked: !anonymous,
      pixel: false,
      trap: false,
      clicks,
      publicUrl,
      bounceDomain: 'web.invalid',
      key,
    }
    const compiled = await messageToRead(db, found.message, place, version)
    return { message: found.message, compiled }
  }

  async function ready(
    accountId: number,
    source: MessageSource | GivenSource,
    form: Form,
    installation: string,
  ) {
    const publicUrl = await publicOrigin(db, accountId, installation)
    const key = newestKey()
    const name = JSON.stringify([accountId, source, form, publicUrl, key.keyId])
    const known = kept.get(name)
    kept.delete(name)
    const making = known ?? made(accountId, source, form, publicUrl, key)
    kept.set(name, making)
    // Failures are not cached.
    if (!known)
      making.then(
        one => one ?? kept.delete(name),
        () => kept.delete(name),
      )
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return making
  }

  return {
    async page(token, origin) {
      const shown = await readFilterVersion(token, keyOf)
      if (shown) {
        const found = await ready(
          shown.accountId,
          shown.of,
          { anonymous: true, clicks: false },
          origin,
        )
        return found && written(found, shown.accountId, { ...NO_RECIPIENT, blocks: shown.blocks })
      }
      const ref = await readMessageToken(token, 'webVersion', keyOf)
      if (ref === undefined) return undefined
      const { accountId, ofId: sourceId, id } = ref
      if (ref.of === 'transaction') return pageOfTransaction(accountId, sourceId, id, origin)
      const source = ref.of === 'trigger' ? { trigger: sourceId } : { sending: sourceId }
      const sourceKind = ref.of === 'trigger' ? SOURCE.trigger : SOURCE.sending
      const { fields, email, name, blocks, clicks } = await readerOfMessage(db, {
        accountId,
        sourceKind,
        sourceId,
        subscriberId: id,
      })
      const shownBlocks = readBlocks(blocks)
      const version = versionAmong(shownBlocks)
      const form = { anonymous: ref.of === 'test', clicks: clicks !== 'none', version }
      const found = await ready(accountId, source, form, origin)
      if (!found) return undefined
      const values = fields === '' ? [] : fields.split(FIELD_SEPARATOR)
      const ofMessage = [db, accountId, sourceId, [{ id }]] as const
      const events = ref.of === 'trigger' ? await eventsOfMessage(...ofMessage) : undefined
      const issues = ref.of === 'trigger' ? await issuesOfMessage(...ofMessage) : undefined
      return written(found, accountId, {
        id,
        email,
        name,
        format: 'html',
        fields: values,
        blocks: shownBlocks,
        event: events?.get(id),
        feed: issues?.get(id),
        measured: measuredPerson('none', clicks),
      })
    },
  }

  /** Undefined if its content was removed. */
  async function givenEmail(accountId: number, { email, untracked }: GivenSource) {
    try {
      const { message } = await givenMessage(db, accountId, email, NO_NEWSLETTER)
      return { message: { ...message, ...(untracked && { untracked }) }, test: false }
    } catch (error) {
      if (error instanceof NoMessage) return undefined
      throw error
    }
  }

  async function pageOfTransaction(
    accountId: number,
    projectId: number,
    id: number,
    origin: string,
  ) {
    const meant = await webTransaction(db, accountId, projectId, id)
    const form = { anonymous: false, clicks: meant?.clicks !== 'none' }
    const found = meant && (await ready(accountId, meant.source, form, origin))
    if (!found) return undefined
    const { email, name, fields, data } = meant
    return written(found, accountId, {
      id,
      email,
      name,
      format: 'html',
      fields: fields === '' ? [] : fields.split(FIELD_SEPARATOR),
      data,
      measured: measuredPerson('none', meant.clicks),
    })
  }

  async function written(
    { message, compiled }: { message: WebMessage['message']; compiled: Compiled },
    accountId: number,
    reader: MessageRecipient,
  ) {
    const { subject, html: body, text } = renderMessage(compiled, reader)
    if (body !== undefined) return withPictures(db, accountId, message, body)
    return html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject}</title>
</head>
<body><pre style="white-space:pre-wrap;font:inherit;max-width:40em;margin:2em auto;padding:0 \
1em">${text}</pre></body>
</html>
`.html
  }
}

/** The source of its emails, as in links. */
function placeOf(source: MessageSource | GivenSource) {
  if ('project' in source) {
    const { project: ofId, linksAfter, marketing: bulk } = source
    return { of: 'transaction', ofId, linksAfter, bulk } as const
  }
  if ('trigger' in source) return { of: 'trigger', ofId: source.trigger } as const
  return { of: 'sending', ofId: 'sending' in source ? source.sending : 0 } as const
}

export function answerWebVersion(
  { method }: IncomingMessage,
  res: ServerResponse,
  page: string,
): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': EMAIL_POLICY,
    // The address is a credential: it must not be sent to the servers of pictures.
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  res.end(method === 'HEAD' ? undefined : page)
}
