/** A person on a list, and a page of preferences that offers another. */
import { savePreferencePage } from '../../src/domain/preferences/preference-page.ts'
import { newReader } from './setup.ts'

interface Offer {
  often?: string
  fields?: string[]
  languageField?: string
  confirmed?: boolean
}

export async function withOffer(offer: Offer = {}) {
  const reader = await newReader()
  const { service } = reader
  const accountId = reader.account.id
  const offered = await reader.newList('Greenhouse')
  const hidden = await reader.newList('Staff')
  await savePreferencePage(service.store, accountId, {
    lists: [{ id: offered, often: offer.often ?? 'Once a month' }],
    fields: offer.fields ?? [],
    languageField: offer.languageField ?? null,
    confirmedLists: offer.confirmed ? [offered] : [],
  })
  const at = `/p/${reader.tokens.preferences}`
  const page = async () => (await reader.visit(at)).text()
  const save = (fields: [string, string][]) => reader.post(at, new URLSearchParams(fields))
  const ask = async <Row>(text: string): Promise<Row[]> =>
    (await service.store.withClient(client => client.query(text, [accountId]))).rows
  const lists = async () =>
    (
      await ask<{ id: number }>(
        `select list_id as id from subscriptions where account_id = $1
         and unsubscribed_at is null order by 1`,
      )
    ).map(({ id }) => Number(id))
  const person = async () =>
    (
      await ask<{ name: string; format: string; fields: string[]; paused: Date | null }>(
        `select name, format, fields, paused_until as paused from subscribers
         where account_id = $1`,
      )
    )[0]!
  return { ...reader, accountId, offered, hidden, at, page, save, ask, lists, person }
}

export const shown = (...ids: number[]): [string, string][] => ids.map(id => ['shown', String(id)])
export const wanted = (...ids: number[]): [string, string][] => ids.map(id => ['list', String(id)])
