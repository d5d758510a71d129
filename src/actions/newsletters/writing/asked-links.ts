/** Requests the links of a newsletter before it is sent; the answers become findings. */
import type { AllowedPlaces } from '../../../lib/fetch-guard-places.ts'
import { linkAnswers } from '../../../lib/link-answers.ts'
import { findingOf, type SaidFinding } from '../../../mail/message/findings.ts'

/** Limit on requests. */
const MOST_LINKS = 200

export interface AskedLink extends SaidFinding {
  /** `wrong`: no address at all. What does not answer today may answer when the email is read. */
  severity: 'fine' | 'look' | 'wrong'
  /** Undefined: of several. */
  address?: string
}

export async function askedLinks(
  addresses: readonly string[],
  allow: AllowedPlaces,
): Promise<AskedLink[]> {
  const answers = await linkAnswers(addresses.slice(0, MOST_LINKS), allow)
  const unknown = answers.filter(({ answer }) => answer === 'no host')
  const hosts = new Set(unknown.map(({ address }) => new URL(address).host))
  const findsNoHost = hosts.size > 1 && unknown.length === answers.length
  const found = answers
    .filter(({ answer }) => answer !== 'ok' && !(findsNoHost && answer === 'no host'))
    .map(({ answer, reason, ...asked }): AskedLink => {
      const { address } = asked
      const of = { ...asked, answer, reason: reason.replace(/\.$/, '') }
      const severity = answer === 'no address' ? 'wrong' : 'look'
      return { severity, address, ...findingOf('link-unanswered', of) }
    })
  if (findsNoHost)
    found.push({ severity: 'look', ...findingOf('links-untried', { links: unknown.length }) })
  const fine = answers.filter(({ answer }) => answer === 'ok').length
  if (fine > 0) found.push({ severity: 'fine', ...findingOf('links-answer', { links: fine }) })
  const left = addresses.length - MOST_LINKS
  if (left > 0) found.push({ severity: 'look', ...findingOf('links-left', { links: left }) })
  return found
}
