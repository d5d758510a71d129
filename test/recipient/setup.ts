/**
 * A person on a list, a sending to that list, and the addresses of the email that the person got.
 */
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { type MessageRef, type MessageTokens, messageTokens } from '../../src/mail/links/links.ts'
import { type MacKey, macKey } from '../../src/mail/links/signing.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'

export interface Reader extends TestAccount {
  origin: string
  key: MacKey
  listId: number
  sendingId: number
  email: string
  subscriberId: number
  ref: MessageRef
  tokens: MessageTokens
  visit(path: string, init?: RequestInit): Promise<Response>
  post(
    path: string,
    body: string | URLSearchParams | FormData,
    headers?: Record<string, string>,
  ): Promise<Response>
  /**
   * All that the account has in the store, but for ids taken ahead and the work of the search,
   * which is queued some time after a change.
   */
  rows(): Promise<string>
  standing(): Promise<Standing>
}

/** The person in the store. */
export interface Standing {
  /** How they left the list; `on` while they are on it, `off` when there is no subscription. */
  list: string
  optedOut: boolean
  reason: string | null
  sending: string | null
}

const TABLES = [
  'lists',
  'subscribers',
  'subscriptions',
  'opt_outs',
  'list_departures',
  'newsletters',
  'sendings',
  'deliveries',
  'claims',
  'work',
  'sandbox_messages',
  'sessions',
  'login_links',
]

export async function newReader({
  listName = 'Customers',
}: {
  listName?: string
} = {}): Promise<Reader> {
  const account = await newAccount()
  const { service, call } = account
  const accountId = account.account.id
  const origin = `http://127.0.0.1:${service.port}`
  const listId = await account.newList(listName)
  const email = newAddress()
  const subscriberId = await call.InsertSubscriber({ email, name: 'Åsa', listId })
  const message = {
    name: 'News',
    subject: 'News',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>News' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
  }
  await addDraft(service.store, accountId, { ...message, listId })
  const dueAt = new Date(Date.now() + 3_600_000)
  const sendingId = await makeSending(service.store, accountId, {
    newsletterId: 1,
    listId,
    dueAt,
    zone: '+01:00',
  })
  const { id, secret } = service.keys.newest()
  const key = macKey(id, secret)
  const ref: MessageRef = { accountId, of: 'sending', ofId: sendingId, id: subscriberId }
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init })
  return {
    ...account,
    origin,
    key,
    listId,
    sendingId,
    email,
    subscriberId,
    ref,
    tokens: messageTokens(ref, key),
    visit,
    post: (path, body, headers = {}) => visit(path, { method: 'POST', body, headers }),
    rows: () =>
      service.store.withClient(async client => {
        const all: unknown[] = []
        for (const table of TABLES) {
          const { rows } = await client.query(
            `select coalesce(json_agg(t order by t::text), '[]')::text as all from ${table} ` +
              `t where account_id = $1${table === 'work' ? " and kind <> 'words'" : ''}`,
            [accountId],
          )
          all.push(table, rows[0].all)
        }
        return all.join('\n')
      }),
    standing: () =>
      service.store.withClient(async client => {
        const { rows } = await client.query(
          `select case when j.subscriber_id is null then 'off' else \
coalesce(j.unsubscribe_source, 'on') end as list,
             s.opted_out_at is not null as "optedOut", o.reason, o.sending_id::text as sending
           from subscribers s
           left join subscriptions j on j.account_id = s.account_id and j.subscriber_id = s.id \
and j.list_id = $3
           left join opt_outs o on o.account_id = s.account_id and o.subscriber_id = s.id
           where s.account_id = $1 and s.id = $2`,
          [accountId, subscriberId, listId],
        )
        return rows[0]
      }),
  }
}

export const ONE_CLICK = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

export const ON_LIST: Standing = { list: 'on', optedOut: false, reason: null, sending: null }

export const form = (fields: Record<string, string>) => new URLSearchParams(fields)
