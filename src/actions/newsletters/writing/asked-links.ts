/** Requests the links of a newsletter before it is sent; the answers become findings. */
import type { AllowedPlaces } from '../../../lib/fetch-guard-places.ts'
import { linkAnswers } from '../../../lib/link-answers.ts'

/** Limit on requests. */
const MOST_LINKS = 200

export interface AskedLink {
  /** `wrong`: no address at all. What does not answer today may answer when the email is read. */
  severity: 'fine' | 'look' | 'wrong'
  says: string
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
    .map(({ address, answer, reason }): AskedLink => {
      const says = `${address}: ${reason.replace(/\.$/, '')}.`
      return { severity: answer === 'no address' ? 'wrong' : 'look', says, address }
    })
  if (findsNoHost)
    found.push({
      severity: 'look',
      says: `This machine finds no host by its name: ${unknown.length} links were not tried.`,
    })
  const fine = answers.filter(({ answer }) => answer === 'ok').length
  if (fine > 0)
    found.push({
      severity: 'fine',
      says: fine === 1 ? 'One link answers.' : `${fine} links answer.`,
    })
  const left = addresses.length - MOST_LINKS
  if (left > 0) found.push({ severity: 'look', says: `${left} further links were not requested.` })
  return found
}
