/** The context of an action in a command: settings and keys, opened on demand. */
import type { ActionCall, ActionCaller } from '../../actions/action.ts'
import type { Store } from '../../db/db.ts'
import type { Keys } from '../../domain/keys/keys.ts'
import { RIGHTS } from '../../domain/members/rights.ts'
import type { OneAccount } from '../account-option.ts'
import type { Context } from '../context.ts'

/** Who may start a command may do everything. */
const COMMAND: ActionCaller = {
  rights: new Set(RIGHTS),
  masked: false,
  maker: { kind: 'command' },
  isKey: false,
  isTest: false,
}

/** `account`: undefined for an action of the installation, which reads none. */
export async function withCall<T>(
  context: Context,
  db: Store,
  account: OneAccount | undefined,
  work: (call: ActionCall) => Promise<T>,
): Promise<T> {
  const config = context.config()
  const { relaysOf, sealerOf } = await import('../secret.ts')
  let keys: Keys | undefined
  const openedKeys = async () => {
    const { openKeys } = await import('../../domain/keys/keys.ts')
    keys ??= await openKeys(db, await sealerOf(db, config))
    return keys
  }
  const call: ActionCall = {
    db,
    get account() {
      if (account) return account
      throw new Error('an action of the installation reads no account')
    },
    caller: COMMAND,
    ifMatch: undefined,
    sealer: () => sealerOf(db, config),
    fetchable: config.fetch.allow,
    bounces: config.bounces,
    relays: relaysOf(db, config),
    async settings() {
      const { givenSettings } = await import('../../settings/config.ts')
      return givenSettings(process.env, '.env')
    },
    async smsGateway(listener) {
      const { gatewayOf } = await import('../../start/sms-gateway.ts')
      return gatewayOf(config, { listener })
    },
    async rendering() {
      const { macKeyOf } = await import('../../domain/keys/link-keys.ts')
      const { originsOf } = await import('../../settings/service-origin.ts')
      const { meansOf } = await import('../../actions/newsletters/writing/reader.ts')
      const means = { ...originsOf(config), linkKey: macKeyOf((await openedKeys()).newest()) }
      return meansOf(db, call.account.id, means)
    },
    async keyOf(keyId) {
      const { keyOfLinks } = await import('../../domain/keys/link-keys.ts')
      return keyOfLinks(await openedKeys())(keyId)
    },
    gone: () => NEVER_GONE,
  }
  try {
    return await work(call)
  } finally {
    keys?.close()
  }
}

/** Who ends a command ends its process. */
const NEVER_GONE = new AbortController().signal
