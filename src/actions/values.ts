/** Values that many routes share. */
import { z } from 'zod'
import { DETAIL_CODES, type Detail, detailed } from '../domain/details/details.ts'
import { MOST_GIVEN } from '../domain/given-id.ts'
import { formatInstant, parseInstant } from '../lib/instant.ts'
import { issueOf } from './value-problems.ts'

/** Of an object that moves in from another service. */
export const chosenId = z
  .int()
  .positive()
  .max(MOST_GIVEN)
  .optional()
  .describe('Its id at another service, which it keeps. By default the next one.')

/** A text of a form that is named: by `detail` where it is another one. */
export const shaped = (pattern: RegExp, detail: Detail) =>
  z
    .string()
    .refine(given => pattern.test(given), issueOf(detail))
    .meta({ pattern: pattern.source })

export const id = z.coerce.number<number | string>().int().min(1).max(2_147_483_647)

/**
 * A value of JSON that came as JSON. Its parts are not looked at again: a type that contains itself
 * is one that some generators of clients can not write.
 */
export const anyJson = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.record(z.string(), z.unknown()),
  ])
  .meta({ id: 'AnyJson' }) as z.ZodType<z.core.util.JSONType>

export const email = z.string().max(320)

export const why = z.string().max(500).default('').describe('Why, for the audit log.')

const instant = (bound: 'from' | 'until') =>
  z
    .string()
    .max(40)
    .transform((text, context) => {
      const read = parseInstant(text, bound)
      if (read) return read
      context.addIssue(issueOf(detailed('given-day')))
      return z.NEVER
    })
    .optional()

export const since = instant('from').describe('From this day or moment on.')
export const until = instant('until').describe('To the end of this day, minute or second.')

/** A moment that is given, of something that has happened. */
export const pastMoment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const read = parseInstant(text)
    if (read && read.getTime() <= Date.now()) return read
    context.addIssue(issueOf(detailed(read ? 'given-future' : 'given-moment')))
    return z.NEVER
  })

/** Of what there are many of: subscribers, messages. */
export const bigId = z.coerce.number<number | string>().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A moment of the store as ISO 8601 with its offset. */
export const moment = z
  .union([z.date(), z.string()])
  .transform(at => formatInstant(at))
  .pipe(z.string())
  .meta({ format: 'date-time' })

/** A sentence of the service, to word it in another language. */
export const sentenceCode = z
  .enum(DETAIL_CODES)
  .meta({ id: 'SentenceCode', description: 'What it says, for words in other languages.' })

/** The codes of a trouble, beside its sentence in English. */
export const causes = z
  .array(
    z.object({
      code: sentenceCode,
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  )
  .describe('The trouble sentence by sentence, to word it in another language.')

/** Query parameters of a list that is read page by page. */
export const paging = {
  after: z.string().max(500).optional().describe('The `next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The cursor of the next page; null at the end.'),
  })

/** Who did something. */
export const actor = z.object({
  kind: z.string().describe('person, account, link, key, command, program; empty: unknown.'),
  id: id.nullable(),
  name: z.string().describe('Of a member: as it is now. Empty: a member who has left.'),
})

export const onceUncertain = z
  .boolean()
  .describe('It was on its way when the connection or a process ended: it may have arrived then.')
