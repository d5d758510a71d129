/** The facts about machine, settings and store that this process shows its operator. */

import type { RelaySettings } from '../../actions/relays/known-routes.ts'
import type { Store } from '../../db/db.ts'
import type { SettingNote } from '../../lib/setting-words.ts'
import type { Config } from '../../settings/config.ts'
import { clock, machineFindings, node, settings } from './checks.ts'
import { storeFindings } from './store-checks.ts'
import { storeFacts } from './store-facts.ts'

export const installationFacts = (
  config: Config,
  db: Store,
  relays: RelaySettings,
  notes: () => SettingNote[],
) => ({
  store: () => storeFacts(db, config.store),
  examine: async () => [
    node(),
    clock(),
    ...settings(() => config, notes).found,
    ...machineFindings(config),
    ...(await storeFindings(config, db, relays)),
  ],
})
