/** Troubles that the lines of the load tell: work that grows old, and providers that refuse. */
import { type Detail, detailed } from '../../domain/details/details.ts'
import type { LoadNow } from '../../domain/installation/load-now.ts'

interface LoadTrouble extends Detail {
  account: null
  /** A command. */
  todo: string
  at: { kind: 'installation'; id: string }
}

/** Emails that wait longer than that are told. */
const LATE_EMAIL_MINUTES = 60
const LATE_EVENT_MINUTES = 60
/** Of what providers said today: a share, once they said so much. */
const REFUSED_SHARE = 0.1
const FEWEST_ANSWERS = 200

/** @param load of all accounts. */
export function troublesOfLoad(load: LoadNow): LoadTrouble[] {
  const at = { kind: 'installation', id: 'load' } as const
  const about = { account: null, at, todo: 'pennypost store load' }
  const troubles: LoadTrouble[] = []
  const emails = Math.floor(load.oldestEmailSeconds / 60)
  if (emails > LATE_EMAIL_MINUTES)
    troubles.push({ ...about, ...detailed('emails-late', { minutes: emails }) })
  const events = Math.floor(load.oldestEventSeconds / 60)
  if (events > LATE_EVENT_MINUTES)
    troubles.push({ ...about, ...detailed('events-late', { minutes: events }) })
  const { refused } = load
  const answers = refused + load.accepted
  if (answers >= FEWEST_ANSWERS && refused > answers * REFUSED_SHARE)
    troubles.push({ ...about, ...detailed('emails-refused-much', { refused, answers }) })
  return troubles
}
