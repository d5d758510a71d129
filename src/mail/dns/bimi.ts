/**
 * BIMI: the logo that some mailboxes show beside emails (draft-brand-indicators-for-message-
 * identification). It takes a DMARC policy that acts. Neither logo nor certificate is fetched.
 */
import type { Dns } from './ask.ts'
import { tagsOf } from './dkim.ts'
import { type DnsFinding, type DnsJudgement, type SenderFacts, unanswered } from './finding.ts'
import { advice, checkName } from './words.ts'

/** `acts`: whether receivers quarantine or reject what fails DMARC. */
export async function checkBimi(
  dns: Dns,
  { domain }: SenderFacts,
  acts: boolean,
): Promise<DnsFinding> {
  const checked = checkName('bimi')
  const name = `default._bimi.${domain}`
  const asked = [`TXT ${name}`]
  const answer = await dns.ask('TXT', name)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const found = answer.values.filter(text => /^v=BIMI1\s*(;|$)/.test(text))
  return { ...checked, asked, found, ...judged(found, acts) }
}

function judged(found: string[], acts: boolean): DnsJudgement {
  const [record] = found
  if (record === undefined)
    return { state: 'none', says: [advice('bimi-none')], mend: advice('bimi-publish') }
  if (found.length > 1)
    return { state: 'warn', says: [advice('bimi-several')], mend: advice('correct') }
  const tags = tagsOf(record)
  const logo = tags.get('l') ?? ''
  if (logo === '') return { state: 'ok', says: [advice('bimi-declined')] }
  if (!/^https:\/\/\S+\.svgz?$/i.test(logo))
    return { state: 'warn', says: [advice('bimi-logo')], mend: advice('correct') }
  if (!acts) return { state: 'warn', says: [advice('bimi-policy')], mend: advice('bimi-stricter') }
  const certified = (tags.get('a') ?? '') !== ''
  return { state: 'ok', says: [advice(certified ? 'bimi-certified' : 'bimi-plain')] }
}
