/** The values of an event, as tags and conditions of a trigger read them. */
import { cleanedValue } from '../../mail/template/cleaned.ts'

export type EventValues = Readonly<Record<string, unknown>>

/** `details` as stored. Without characters that no text has: the store takes them in no JSON. */
export const eventValues = (details: string): EventValues =>
  cleanedValue(JSON.parse(details)) as EventValues
