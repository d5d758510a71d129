/** A finding on whether emails arrive. */
import type { Detail } from '../details/details.ts'

export interface ArrivalFinding {
  /** `bad`: emails are lost, or the reputation of the domain is; `advice`: nothing is wrong. */
  harm: (typeof HARMS)[number]
  seen: Detail
  todo: Detail
  /** The first of the days in a row that it was like this; null: of the period as a whole. */
  since: string | null
  /** Emails that it is about. */
  messages: number
  at: { kind: 'provider' | 'list' | 'domain'; id: string }
  /** To publish in the DNS. */
  record?: { name: string; type: 'TXT'; value: string }
}

export const HARMS = ['bad', 'warning', 'advice'] as const
