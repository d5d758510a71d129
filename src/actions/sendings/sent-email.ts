/**
 * The email of a sending as it was sent, for no particular recipient, with numbers at its links.
 */
import type { Db } from '../../db/db.ts'
import type { FrozenFilter } from '../../domain/filters/condition.ts'
import type { Message } from '../../domain/newsletters/freeze-message.ts'
import { withPictures } from '../../domain/newsletters/web-version.ts'
import { noSuch } from '../../domain/refusal.ts'
import { messageToRead } from '../../domain/sendings/compiled-message.ts'
import { findSending } from '../../domain/sendings/sendings.sql.ts'
import { attributeOf, scanHtml } from '../../mail/html/scan.ts'
import { renderMessage } from '../../mail/message/compose.ts'
import { escapeValue } from '../../mail/template/cleaned.ts'
import { type RenderingMeans, SOMEBODY } from '../newsletters/writing/reader.ts'

export async function sentEmail(
  db: Db,
  { publicUrl, bounceDomain, linkKey }: RenderingMeans,
  accountId: number,
  sendingId: number,
): Promise<{ subject: string; html: string | null; text: string }> {
  const sending = await findSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const message: Message = JSON.parse(sending.message)
  const compiled = await messageToRead(db, message, {
    accountId,
    of: 'test',
    ofId: 0,
    publicUrl,
    bounceDomain,
    key: linkKey,
    pixel: false,
  })
  // All its blocks; for a person without data, so that tags show their defaults.
  const blocks = (JSON.parse(sending.blocks) as FrozenFilter[]).map(({ id }) => id)
  const { subject, html, text } = renderMessage(compiled, { ...SOMEBODY, fields: [], blocks })
  const shown = html && (await withPictures(db, accountId, message, html))
  return {
    subject,
    html: shown === undefined ? null : withNumbers(shown, compiled.facts.publicUrl),
    text,
  }
}

/** Tracked addresses become their targets again, each with the number of its link. */
function withNumbers(html: string, publicUrl: string): string {
  const parts: string[] = []
  let at = 0
  for (const token of scanHtml(html)) {
    const href = token.type === 'open' ? attributeOf(token, 'href') : undefined
    const link = href && linkOf(href.value, `${publicUrl}/t/`)
    if (!href || !link) continue
    const name = token.start + 1 + (token.type === 'open' ? token.name.length : 0)
    parts.push(html.slice(at, name), ` data-link="${link.number}"`)
    const quote = href.quote === '' ? '"' : ''
    parts.push(html.slice(name, href.start), quote, escapeValue(link.target), quote)
    at = href.end
  }
  return parts.join('') + html.slice(at)
}

/** KEY.NUMBER.TARGET.TAG, as linkToken() made it. */
function linkOf(address: string, start: string): { number: number; target: string } | undefined {
  if (!address.startsWith(start)) return undefined
  const [, number = '', target = ''] = address.slice(start.length).split('.')
  return {
    number: Number.parseInt(number, 36),
    target: Buffer.from(target, 'base64url').toString(),
  }
}
