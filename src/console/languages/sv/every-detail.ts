/** Words of all codes of the service, in Swedish: a code without them does not compile. */
import type { DetailWords } from '../../parts/detail-texts.ts'
import { details } from './details.ts'
import { detailsOfAccounts } from './details-of-accounts.ts'
import { detailsOfFiles } from './details-of-files.ts'
import { detailsOfRelays } from './details-of-relays.ts'
import { detailsOfStops } from './details-of-stops.ts'
import { detailsOfTodos } from './details-of-todos.ts'

export const everyDetail = {
  ...details,
  ...detailsOfAccounts,
  ...detailsOfFiles,
  ...detailsOfRelays,
  ...detailsOfStops,
  ...detailsOfTodos,
} satisfies Required<DetailWords>
