/** Whether the emails of an account arrive: the facts, and the findings. */
import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../lib/instant.ts'
import { complaintRates } from '../bounces/bounces.sql.ts'
import { providerBoard } from '../deliveries/providers/provider-board.ts'
import { commonestReplies } from '../deliveries/providers/provider-days.sql.ts'
import { returnedWord } from '../deliveries/providers/provider-word.ts'
import { largestImports } from '../imports/imports.sql.ts'
import { slowdowns } from '../routes/routes.sql.ts'
import { type ArrivalFinding, arrivalFindings, RECENT_DAYS } from './findings.ts'

/** Days that are looked at. */
const DAYS = 30

export async function whetherEmailsArrive(db: Db, accountId: number): Promise<ArrivalFinding[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000)
  const [board, replies, rates, slow] = await Promise.all([
    providerBoard(db, accountId, DAYS),
    commonestReplies(db, { accountId, days: RECENT_DAYS }),
    complaintRates(db, { accountId, since }),
    slowdowns(db, {}),
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
