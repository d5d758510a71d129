/** A copy in this process, from any former service into an account of the service of the tests. */
import { type MoveState, stateOfMove } from '../../src/domain/moves/move.ts'
import { runCopy } from '../../src/moving/copy/run-copy.ts'
import { openOldService } from '../../src/moving/old-service/old-service.ts'
import type { TestAccount } from '../support/account.ts'

interface CopySource {
  url: URL
  username: string
  password: string
  newsletterIds?: number[]
  pageSize?: number
  patienceMillis?: number
  signal?: AbortSignal
  note?(sentence: string): void
}

export async function copyInto(
  to: TestAccount,
  { url, username, password, newsletterIds = [], pageSize = 100, ...given }: CopySource,
): Promise<MoveState> {
  const { store } = to.service
  const { signal = new AbortController().signal, note = () => {} } = given
  const { patienceMillis = 60_000 } = given
  const old = await openOldService({
    url,
    username,
    password,
    signal,
    note,
    rate: 1000,
    idleMillis: 20_000,
    patienceMillis,
    pauseMillis: 5,
  })
  try {
    await runCopy({
      db: store,
      accountId: to.account.id,
      username: to.account.username,
      old,
      signal,
      url: url.href,
      oldUsername: username,
      pageSize,
      newsletterIds,
      show: () => {},
      suppression: { rules: { softLimit: 5, softDays: 30 }, hardDays: undefined },
    })
  } finally {
    old.close()
  }
  return (await stateOfMove(store, to.account.id))!
}

/** Addresses and values of a list by id, for comparing two accounts. */
export async function peopleOf(
  { call }: TestAccount,
  listId: number,
): Promise<Map<number, unknown>> {
  const rows = await call.GetPagedSubscribers({ listId, page: 1, size: 1_000_000 })
  return new Map(
    rows.map(({ id, email, name, format, countryCode, phone, created, subscribed, fields }) => [
      id,
      { email, name, format, countryCode, phone, created, subscribed, fields },
    ]),
  )
}

/** The numbers of subscribers that the service itself tells are up to a minute old. */
const OLD_NUMBER = 'fewer in the pages of a list than the old service counts'

export const differencesOf = ({ differences }: MoveState, ownNumbers = false): string[] =>
  differences
    .filter(({ difference }) => ownNumbers || difference !== OLD_NUMBER)
    .map(({ kind, difference, record }) => `${kind}: ${difference}: ${record}`)
