/** How the file of an import is read: what callers choose, and what an inspection tells. */
import { z } from 'zod'
import { FIELD_TYPES } from '../../domain/demographics/change-field.ts'
import { detailed } from '../../domain/details/details.ts'
import { readColumns } from '../../domain/files/columns.ts'
import { isReadAs, READ_AS } from '../../domain/files/form/read-as.ts'
import { accountFields } from '../../domain/imports/inspect/account-fields.ts'
import type { InspectedFile, KnownOptions } from '../../domain/imports/inspect/inspect-file.ts'
import { layoutOf } from '../../domain/imports/inspect/layouts.ts'
import { type ImportOptions, inColumns } from '../../domain/imports/queue-import.ts'
import { CHARACTER_SETS } from '../../lib/text-decoding.ts'
import type { HttpCall } from '../http/http-action.ts'
import { issueOf } from '../value-problems.ts'
import { id, moment } from '../values.ts'

/** How a file is read; absent options are detected from its beginning. */
export const reading = z.strictObject({
  charset: z.enum(CHARACTER_SETS).optional(),
  delimiter: z.string().max(1).optional(),
  quote: z.string().max(1).optional(),
  sheet: z.string().max(100).optional().describe('Of a spreadsheet, by name.'),
  headingRow: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Of a spreadsheet: the row with the headings; rows above it are left out.'),
  hasHeaders: z.stringbool().optional(),
})

export const Inspection = z
  .object({
    kind: z.enum(['csv', 'xml', 'xlsx']),
    charset: z
      .enum(CHARACTER_SETS)
      .nullable()
      .describe('Chosen or detected. Null: it is not text.'),
    delimiter: z.string(),
    hasHeaders: z.boolean(),
    headings: z.array(z.string()),
    rows: z.array(z.array(z.string())).describe('The first rows, at most 20.'),
    columns: z
      .array(z.string())
      .describe(
        'A guess: email, name, format, country-code, phone, DD1 to DD100, or - for none; also ' +
          'first-name, last-name, status, unsubscribed, opted-out, bounced, reason, ' +
          'consent-source, consent-date, measuring, measuring-at, measuring-words. Never id, which may be chosen.',
      ),
    seen: z
      .array(
        z.object({
          filled: z.int(),
          looksLike: z.enum(FIELD_TYPES),
          readAs: z.string().nullable(),
        }),
      )
      .describe(
        'Of each column: rows with a value, what all these values look like, and what most are ' +
          'probably to be read as.',
      ),
    remembered: z
      .object({
        columns: z.array(z.string()),
        readAs: z.array(z.string().nullable()),
        importId: id,
        name: z.string(),
        created: moment,
      })
      .nullable()
      .describe('From the latest import with these headings.'),
    rowsSeen: z.int().describe('Rows that were read for it, from the beginning of the file.'),
    sheets: z
      .array(z.string())
      .describe(
        'Of a spreadsheet: the visible ones. Without a word, the first that has rows is read.',
      ),
    headingRow: z.int().describe('Of a spreadsheet: the row that its table begins with.'),
    above: z
      .array(z.object({ line: z.int(), text: z.string() }))
      .describe('Of a spreadsheet: its first rows, at most 10.'),
  })
  .meta({ id: 'ImportInspection' })

export type InspectionAnswer = z.output<typeof Inspection>

const columnNames = z.array(z.string().max(200)).max(1000)

const readAs = z
  .array(
    z
      .string()
      .max(20)
      .refine(
        isReadAs,
        issueOf(detailed('given-choice', { choices: `${READ_AS.join(', ')}, phone-SE` })),
      )
      .nullable(),
  )
  .max(1000)
  .describe(
    'How the values of each column are read, null as they stand: days and decimal signs in the ' +
      'order of the file, countries by name, numbers without a country as of one.',
  )

/** How an import is started. */
export const startGiven = reading.extend({
  columns: columnNames.optional(),
  readAs: readAs.optional(),
  hasHeaders: z.boolean().optional(),
})

/** How the file is read, by what a caller chose. */
export async function chosenOptions(
  { db, account }: HttpCall,
  { options, kind, headings }: InspectedFile,
  { columns, readAs }: Pick<z.output<typeof startGiven>, 'columns' | 'readAs'>,
): Promise<ImportOptions> {
  if (columns === undefined || kind === 'xml') return options
  const named = readColumns(columns, await accountFields(db, account))
  return {
    ...inColumns(options, named),
    ...(readAs && { readAs }),
    ...(await layoutOf(db, account.id, headings, named)),
  }
}

export const known = ({
  charset,
  delimiter,
  quote,
  sheet,
  headingRow,
  hasHeaders,
}: z.output<typeof reading>): KnownOptions => ({
  ...(headingRow !== undefined && { headingRow }),
  ...(charset !== undefined && { charset }),
  ...(delimiter !== undefined && { delimiter }),
  ...(quote !== undefined && { quote }),
  ...(sheet !== undefined && { sheet }),
  ...(hasHeaders !== undefined && { hasHeaders }),
})
