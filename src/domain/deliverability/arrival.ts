/** Whether the emails of an account arrive: the facts, and the findings. */
import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../lib/instant.ts'
import { complaintRates } from '../bounces/bounces.sql.ts'
import { providerBoard } from '../deliveries/providers/provider-board.ts'
import { commonestReplies } from '../deliveries/providers/provider-days.sql.ts'
import { returnedWord } from '../deliveries/providers/provider-word.ts'
import { domainsOfOnlyOne } from '../dkim/dkim.sql.ts'
import { largestImports } from '../imports/imports.sql.ts'
import { policiesSince } from '../receiver-reports/keep-report.ts'
import { slowdowns } from '../routes/routes.sql.ts'
import type { ArrivalFinding } from './arrival-finding.ts'
import { arrivalFindings, RECENT_DAYS } from './findings.ts'

/** Days that are looked at. */
const DAYS = 30
/** With reports, whose DNS is asked. */
const MOST_DOMAINS = 20

export interface ArrivalMeans {
  /** Where this installation takes DMARC reports; undefined: it does not. */
  reportAddress: string | undefined
  /** Whether the DNS of a domain shows that it is the account's. */
  isProven(domain: string): Promise<boolean>
}

export async function whetherEmailsArrive(
  db: Db,
  accountId: number,
  { reportAddress, isProven }: ArrivalMeans,
): Promise<ArrivalFinding[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000)
  const [board, replies, rates, slow, policies] = await Promise.all([
    providerBoard(db, accountId, DAYS),
    commonestReplies(db, { accountId, days: RECENT_DAYS }),
    complaintRates(db, { accountId, since }),
    slowdowns(db, {}),
    policiesOf(db, accountId, isProven),
  ])
  const listIds = [...new Set(rates.map(({ listId }) => listId))]
  const imports = await largestImports(db, { accountId, listIds })
  const lists = [...Map.groupBy(rates, ({ listId }) => listId)].map(([listId, sendings]) => ({
    listId,
    name: sendings[0]!.listName,
    largestImport: imports.find(one => one.listId === listId),
    accepted: sendings.reduce((sum, { accepted }) => sum + accepted, 0),
    complained: sendings.reduce((sum, { complaints }) => sum + complaints, 0),
  }))
  return arrivalFindings({
    board,
    lists,
    policies: policies.map(one => ({ ...one, reportAddress })),
    slowed: slow.map(({ domainGroup, reply, changedAt }) => ({
      provider: domainGroup,
      // Perhaps to an email of another account.
      says: returnedWord('', 'returned', reply).reply,
      since: formatInstant(changedAt).slice(0, 10),
    })),
    replyOf: (provider, outcome) =>
      replies.find(one => one.provider === provider && one.outcome === outcome)?.reply ?? '',
  })
}

/**
 * Of the domains that this account alone signs for, as their DNS shows: reports belong to the
 * installation, and tell how much a domain sends. Anybody can make a key for any domain.
 */
async function policiesOf(db: Db, accountId: number, isProven: ArrivalMeans['isProven']) {
  const domains = (await domainsOfOnlyOne(db, { ownerId: accountId })).map(({ domain }) => domain)
  if (domains.length === 0) return []
  const reported = (await policiesSince(db, domains, DAYS)).slice(0, MOST_DOMAINS)
  const proven = await Promise.all(reported.map(({ domain }) => isProven(domain)))
  return reported.filter((_, index) => proven[index])
}
