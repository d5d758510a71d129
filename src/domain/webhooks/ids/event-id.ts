/**
 * The id of an event, the same in its payload, in the API, in commands and at a replay: the account
 * and a number of it, `1-42`.
 */
import { refused } from '../../refusal.ts'

export const eventId = (accountId: number, number: number): string => `${accountId}-${number}`

export const EVENT_ID = /^[1-9]\d{0,14}-[1-9]\d{0,14}$/

/** Refuses other ids than those of events of this account. */
export function eventNumber(accountId: number, id: string): number {
  const [account, number] = EVENT_ID.test(id) ? id.split('-').map(Number) : []
  if (account !== accountId) throw refused('not-valid', 'event-none', { event: id.slice(0, 40) })
  return number!
}
