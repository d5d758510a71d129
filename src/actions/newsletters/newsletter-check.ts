/** Checks a newsletter before it is sent: subject, size, pictures, characters, links, sender. */
import type { Store } from '../../db/db.ts'
import { isSigned } from '../../domain/dkim/dkim.ts'
import { keptDraft } from '../../domain/newsletters/save-newsletter.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import { checkMessage, linksOf, type MessageFinding } from '../../mail/message/check.ts'
import { renderMessage } from '../../mail/message/compose.ts'
import { mailDomain } from '../../mail/message/headers.ts'
import { compiledFor, type RenderingMeans, SOMEBODY } from './newsletter-preview.ts'
import { askedLinks } from './writing/asked-links.ts'
import { tagsWithoutValues } from './writing/tags-without-values.ts'

/** The findings, and the links that are the same for everybody. */
export async function checkedNewsletter(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  id: number,
  list: number | undefined,
): Promise<{ findings: MessageFinding[]; links: string[] }> {
  const draft = await keptDraft(db, accountId, id)
  const { message, compiled } = await compiledFor(db, means, accountId, id, { list })
  const plain = await compiledFor(db, means, accountId, id, { list, tracked: false })
  const sent = renderMessage(compiled, SOMEBODY)
  const withoutValues = renderMessage(compiled, { ...SOMEBODY, name: '', fields: [] })
  const { html, text } = renderMessage(plain.compiled, SOMEBODY)
  const domain = mailDomain(message.fromEmail.slice(message.fromEmail.lastIndexOf('@') + 1))
  const findings = checkMessage({
    subject: withoutValues.subject,
    html,
    text,
    htmlBytes: Buffer.byteLength(sent.html ?? sent.text),
    characterSet: message.characterSet,
    showsUnsubscribe:
      linksOf(draft.html).some(({ address }) => address.includes('unsubscribe_url')) ||
      (html === undefined && draft.text.includes('unsubscribe_url')),
    domain,
    signed: await isSigned(db, accountId, domain),
  })
  findings.push(...(await tagsWithoutValues(db, accountId, message, compiled)))
  // Links that differ between subscribers can't be requested.
  return {
    findings,
    links: [...new Set(compiled.links.map(({ target }) => target))].filter(
      target => !/\{[{%]/.test(target),
    ),
  }
}

const VERDICTS = { fine: 'ok', look: 'look', wrong: 'wrong' } as const

/** Requests the links. */
export async function linkFindings(
  links: string[],
  allow: AllowedPlaces,
): Promise<MessageFinding[]> {
  const found = await askedLinks(links, allow)
  return found.map(({ severity, says }) => ({ what: 'links', verdict: VERDICTS[severity], says }))
}
