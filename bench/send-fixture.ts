/**
 * Data for a measured sending, in the store of the other benches: subscribers with a list for each
 * number of emails, three newsletters, keys.
 */
import type { Store } from '../src/db/db.ts'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { storeDkimKeys } from '../src/domain/dkim/manage-dkim-keys.ts'
import { makeList } from '../src/domain/lists/add-list.ts'
import { addDraft, type NewNewsletter } from '../src/domain/newsletters/save-newsletter.ts'
import { keepDefaultRoute } from '../src/domain/routes/routes.sql.ts'
import { createSealer, secretKeyIn } from '../src/lib/secrets.ts'
import { type DkimKey, makeDkimKeys } from '../src/mail/message/dkim-keys.ts'
import { execute, type Fixture, PASSWORD } from './fixture.ts'
import { FIELDS, HTML, SUBJECT, TEXT } from './message.ts'

/** How the emails of a newsletter are signed: each kind has its own sender domain. */
export type Signed = 'plain' | 'rsa' | 'both'

export interface Sendable {
  accountId: number
  listId: number
  newsletters: Record<Signed, number>
  /** An RSA-2048 key, for baselines to sign with. */
  key: DkimKey
}

const KINDS: Signed[] = ['plain', 'rsa', 'both']
const domainOf = (kind: Signed) => `${kind}.example.org`

export const newsletter = (name: string, fromEmail: string): NewNewsletter => ({
  name,
  subject: SUBJECT,
  preheader: '',
  source: { kind: 'html', html: HTML },
  text: TEXT,
  fromName: '',
  fromEmail,
  replyTo: '',
  listId: null,
})

/** Made for each run: it is fast compared with the sending. */
export async function makeSendable(
  { store, dataDir }: Fixture,
  messages: number,
  connections: number,
): Promise<Sendable> {
  await forgetSendings(store)
  const account = (await addAccount(store, { username: `send ${Date.now()}`, password: PASSWORD }))!
  const accountId = account.id
  const listId = await makeList(store, accountId, {
    name: 'People',
    fromName: 'News',
    fromEmail: 'news@example.org',
    description: '',
    characterSet: 'iso-8859-1',
  })
  const fields = FIELDS.map(value => `'${value}'`).join(', ')
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, fields)
     select ${accountId}, n, address, address, case when n % 3 = 0 then 'Åsa Öberg ' else 'Jane \
Doe ' end || n, array[${fields}]
     from (select n, 'person.' || n || '@example.com' as address from generate_series(1, \
${messages}) n) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id) select ${accountId}, n, ` +
      `${listId} from generate_series(1, ${messages}) n`,
    'vacuum analyze subscribers, subscriptions',
  )
  await keepDefaultRoute(store, {})
  await execute(store, `update routes set connections = ${connections} where id = 0`)
  const sealer = createSealer(secretKeyIn(dataDir))
  const newsletters = {} as Sendable['newsletters']
  let key: DkimKey | undefined
  for (const kind of KINDS) {
    newsletters[kind] = await addDraft(store, accountId, newsletter(kind, `news@${domainOf(kind)}`))
    if (kind === 'plain') continue
    const keys = (await makeDkimKeys(domainOf(kind), 'bench')).filter(
      ({ algorithm }) => kind === 'both' || algorithm === 'rsa-sha256',
    )
    key ??= keys[0]
    await storeDkimKeys(
      store,
      sealer,
      accountId,
      keys.map(({ dnsText, algorithm, ...made }) => ({
        ...made,
        record: dnsText,
        algorithm: algorithm === 'rsa-sha256' ? ('rsa' as const) : ('ed25519' as const),
      })),
    )
  }
  return { accountId, listId, newsletters, key: key! }
}

/** Clears the ledger and the workers, as before any sending. */
export const forgetSendings = (store: Store): Promise<void> =>
  execute(
    store,
    'truncate deliveries, claims, sendings',
    "delete from work where kind in ('plan', 'deliver')",
    'delete from workers',
  )

/** Deletes the subscribers that makeSendable made. */
export async function forgetSendable({ store }: Fixture, { accountId }: Sendable): Promise<void> {
  await forgetSendings(store)
  const tables = ['subscriptions', 'subscribers', 'dkim_keys', 'lists']
  await execute(
    store,
    'truncate newsletters',
    ...tables.map(table => `delete from ${table} where account_id = ${accountId}`),
    `update accounts set closed_at = now() where id = ${accountId}`,
    'vacuum analyze subscribers, subscriptions',
  )
}
