/** A DMARC policy that may be stricter: by the reports of receivers nearly all emails pass. */
import { detailed } from '../details/details.ts'
import type { ArrivalFinding } from './arrival-finding.ts'

/** Of a domain, by the reports of the last 30 days. */
export interface DmarcFacts {
  domain: string
  /** That receivers found last. */
  policy: string
  emails: number
  /** DKIM or SPF passed, aligned. */
  passed: number
  /** The day of the oldest report. */
  since: string
  /** Where this installation takes reports; undefined: in a mailbox. */
  reportAddress: string | undefined
}

/** Fewer emails say little. */
const ENOUGH = 1_000
/** From here a stricter policy keeps out hardly anything that is one's own. */
const NEARLY_ALL = 0.99
/** Step by step: what fails lies in junk before it is refused (RFC 7489 6.3). */
const STRICTER: Readonly<Record<string, string | undefined>> = {
  none: 'quarantine',
  quarantine: 'reject',
}

export function stricterPolicy(facts: DmarcFacts): ArrivalFinding[] {
  const { domain, policy, emails, passed, since, reportAddress } = facts
  const stricter = STRICTER[policy]
  if (stricter === undefined || emails < ENOUGH || passed / emails < NEARLY_ALL) return []
  const name = `_dmarc.${domain}`
  const reports = reportAddress === undefined ? '' : `; rua=mailto:${reportAddress}`
  // Rounded down: 100 means all.
  const percent = Math.floor((passed / emails) * 1_000) / 10
  return [
    {
      harm: 'advice',
      seen: detailed('arrival-dmarc', { domain, percent, emails, policy }),
      todo: detailed('arrival-dmarc-todo', { name, policy, stricter }),
      since,
      messages: emails,
      at: { kind: 'domain', id: domain },
      record: { name, type: 'TXT', value: `v=DMARC1; p=${stricter}${reports}` },
    },
  ]
}
