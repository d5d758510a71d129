/** Words of codes that the first page of the console may show, and those near them, in German. */
import type { DetailWords } from '../detail-words.ts'
import { details } from './details.ts'
import { detailsOfAccounts } from './details-of-accounts.ts'
import { detailsOfArrivals } from './details-of-arrivals.ts'
import { detailsOfConditions } from './details-of-conditions.ts'
import { detailsOfDefinitions } from './details-of-definitions.ts'
import { detailsOfFiles } from './details-of-files.ts'
import { detailsOfOutcomes } from './details-of-outcomes.ts'
import { detailsOfPassages } from './details-of-passages.ts'
import { detailsOfRelays } from './details-of-relays.ts'
import { detailsOfServers } from './details-of-servers.ts'
import { detailsOfDeliveries, detailsOfStops } from './details-of-stops.ts'
import { detailsOfTodos } from './details-of-todos.ts'
import { detailsOfTriggers } from './details-of-triggers.ts'

export const firstDetails = {
  ...details,
  ...detailsOfAccounts,
  ...detailsOfArrivals,
  ...detailsOfConditions,
  ...detailsOfDefinitions,
  ...detailsOfFiles,
  ...detailsOfOutcomes,
  ...detailsOfPassages,
  ...detailsOfRelays,
  ...detailsOfServers,
  ...detailsOfStops,
  ...detailsOfDeliveries,
  ...detailsOfTodos,
  ...detailsOfTriggers,
} satisfies DetailWords
