/** Three accounts, four people and a provider, for the steps of session-world.ts. */
import type { Store } from '../../../src/db/db.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { matchesHash } from '../../../src/domain/accounts/passwords.ts'
import { createOpenIdProvider, type ProviderIdentity } from '../../../src/lib/openid-provider.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { temporaryStore } from '../../support/database.ts'
import {
  CLIENT,
  createVisitor,
  startProvider,
  type TestProvider,
} from '../../support/openid-provider.ts'

/** The first is hostile. */
export const PEOPLE = ['hugo', 'ada', 'bea', 'cleo'] as const
export type Name = (typeof PEOPLE)[number]
export const HOSTILE = 'hugo'
export const HONEST = PEOPLE.filter(name => name !== HOSTILE)
/** Who owns each account to begin with. */
export const ACCOUNTS = ['of hugo', 'of ada', 'of bea'] as const

export const addressOf = (name: Name) => `${name}@people.test`
export const passwordOf = (name: Name, part = '') => `tulips of ${name}${part}`

export let store: Store
let drop: () => Promise<void>
let provider: TestProvider
export const identities = new Map<string, ProviderIdentity>()
export const accountIds = new Map<string, number>()

export async function openAccounts(): Promise<void> {
  ;({ store, drop } = await temporaryStore())
  const back = 'http://127.0.0.1:9/console/provider/return'
  provider = await startProvider(back)
  const settings = { issuer: provider.issuer, name: 'Example', clientId: CLIENT.id }
  const sealer = createSealer('a key of the test')
  const client = createOpenIdProvider({ ...settings, clientSecret: CLIENT.secret }, sealer)
  for (const name of PEOPLE)
    provider.people.set(name, { email: addressOf(name), email_verified: true })
  // What anybody may enter, where a provider lets them.
  provider.people.set('liar', { email: addressOf('ada'), email_verified: false })
  for (const login of provider.people.keys()) {
    const { url, begun } = await client.begin(back, { fresh: false, accountId: undefined })
    const { url: returned } = await createVisitor({ stopAt: back }).signIn(url, login)
    identities.set(login, await client.finish(returned, begun))
  }
  for (const username of ACCOUNTS)
    accountIds.set(username, (await addAccount(store, { username, password: 'not used' }))!.id)
}

export async function closeAccounts(): Promise<void> {
  await provider.close()
  await drop()
}

const TABLES = ['members', 'invitations', 'password_resets', 'person_identities', 'sessions']

export async function empty(): Promise<void> {
  for (const table of [...TABLES, 'recovery_codes', 'people'])
    await store.run({ name: '', text: `delete from ${table}`, again: false }, [])
}

/** The password of the hostile one behind a hash, if it is one: each hash is tried once. */
const guessed = new Map<string, Promise<string | undefined>>()

export function hostilePassword(hash: string): Promise<string | undefined> {
  const known = guessed.get(hash)
  if (known) return known
  const found = (async () => {
    for (const password of [passwordOf(HOSTILE), passwordOf(HOSTILE, ' again')])
      if (hash !== '' && (await matchesHash(hash, password))) return password
  })()
  guessed.set(hash, found)
  return found
}
