/** Checks a newsletter before it is sent: subject, size, pictures, characters, links, sender. */
import type { Store } from '../db/db.ts'
import { isSigned } from '../domain/dkim/dkim.ts'
import { keptDraft } from '../domain/newsletters/save-newsletter.ts'
import type { AllowedPlaces } from '../lib/fetch-guard-places.ts'
import { linkAnswers } from '../lib/link-answers.ts'
import { checkMessage, linksOf, type MessageFinding } from '../mail/message/check.ts'
import { renderMessage } from '../mail/message/compose.ts'
import { mailDomain } from '../mail/message/headers.ts'
import { compiledFor, type RenderingMeans, SOMEBODY } from './newsletter-preview.ts'
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

/** Limit on requests. */
const MOST_LINKS = 200

/** Requests the links. */
export async function linkFindings(
  links: string[],
  allow: AllowedPlaces,
): Promise<MessageFinding[]> {
  if (links.length === 0) return []
  const answers = await linkAnswers(links.slice(0, MOST_LINKS), allow)
  const findings: MessageFinding[] = answers
    .filter(({ answer }) => answer !== 'ok')
    .map(({ address, answer, reason }) => ({
      what: 'links',
      verdict: answer === 'gone' ? 'wrong' : 'look',
      says: `${address}: ${reason.replace(/\.$/, '')}.`,
    }))
  const fine = answers.length - findings.length
  if (fine > 0)
    findings.push({
      what: 'links',
      verdict: 'ok',
      says: fine === 1 ? 'One link answers.' : `${fine} links answer.`,
    })
  if (links.length > MOST_LINKS)
    findings.push({
      what: 'links',
      verdict: 'look',
      says: `${links.length - MOST_LINKS} further links were not requested.`,
    })
  return findings
}
