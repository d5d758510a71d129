/** The subscribers of a list, a filter or a search as a file. */
import { z } from 'zod'
import { fileOf } from '../exports/exports.ts'
import { subscriberTable } from '../exports/subscriber-table.ts'
import { FORMATS } from '../exports/table-file.ts'
import { fileAction } from '../http/http-action.ts'
import { asking } from '../mask.ts'
import { chosenBy, selection } from './subscriber-selection.ts'

export const subscriberExport = [
  fileAction({
    route: 'GET /subscribers/export',
    right: 'people',
    about:
      'The subscribers that GET /subscribers shows with the same values, all pages, as a file.',
    query: z.strictObject({
      q: asking(z.string().max(200).optional()),
      ...selection,
      format: z.enum(FORMATS).default('csv'),
    }),
    async run({ db, account }, { query: { q, format, ...chosen } }) {
      const which = { query: q, ...(await chosenBy(db, account.id, chosen)) }
      return fileOf('subscribers', await subscriberTable(db, account, which), format)
    },
  }),
] as const
