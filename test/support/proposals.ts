/** Proposals whose time is over. */
import type { Store } from '../../src/db/db.ts'

export const expiredProposals = (store: Store, accountId: number): Promise<unknown> =>
  store.run(
    {
      name: '',
      text: "update proposals set expires_at = now() where account_id = $1 and state = 'open'",
      again: false,
    },
    [accountId],
  )
