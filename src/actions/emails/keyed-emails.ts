/**
 * Bodies of emails with the Idempotency-Key of their call in them: it is the identifier of those
 * that have none, so that the call may run again. What is no email stays, and is refused later.
 */
import { identifierOfKey } from '../../domain/transactions/insert.ts'

export const keyedEmail = (email: unknown, key: string, place?: number): unknown =>
  isObject(email) ? { identifier: identifierOfKey(key, place), ...email } : email

export const keyedBatch = (batch: unknown, key: string): unknown =>
  isObject(batch) && Array.isArray(batch.emails)
    ? { ...batch, emails: batch.emails.map((one, place) => keyedEmail(one, key, place)) }
    : batch

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
