/** How long data is kept, and what another setting would free. */
import { z } from 'zod'
import { KEPT, RETENTION_SETTINGS } from '../../domain/retention/kept-data.ts'
import { keptBytes, previewRetention } from '../../domain/retention/preview.ts'
import { type ActionCall, action } from '../action.ts'

/** As the longest of the settings. */
const MOST_KEPT = 3650

const bytes = z.number().nullable().describe('About; null: not known in time.')
const rows = z.number().nullable().describe('About; null: not counted, or not known in time.')

const Kept = z.object({
  setting: z.enum(RETENTION_SETTINGS),
  unit: z.enum(['days', 'months']),
  value: z.int().describe('As it is now. 0 months of the ledger: for ever.'),
  source: z.string().describe('environment, default, or the file.'),
  sentence: z.string().describe('What it is for, in English.'),
  least: z.int().describe('The least that it takes.'),
  bytes,
})

async function present({ settings }: ActionCall, setting: keyof typeof KEPT) {
  const { value = '', source, sentence } = (await settings()).find(({ name }) => name === setting)!
  const { unit, least } = KEPT[setting]
  return { setting, unit, least, value: Number(value), source, sentence }
}

export const retention = [
  action({
    route: 'GET /installation/retention',
    right: 'operate',
    about: 'How long each kind of data is kept, and what it takes in the store.',
    command: 'retention list',
    installation: true,
    out: z.object({ items: z.array(Kept) }),
    async run(call) {
      const kept = await keptBytes(call.db)
      return {
        items: await Promise.all(
          RETENTION_SETTINGS.map(async setting => ({
            ...(await present(call, setting)),
            bytes: kept.get(setting) ?? null,
          })),
        ),
      }
    },
  }),
  action({
    route: 'GET /installation/retention/:setting',
    right: 'operate',
    about:
      'What another value of a setting would free, before it is changed: estimated by a sample, ' +
      'so it takes as long on a large store.',
    command: 'retention preview <keep>',
    installation: true,
    params: z.strictObject({ setting: z.enum(RETENTION_SETTINGS) }),
    query: z.strictObject({
      keep: z.coerce
        .number<number | string>()
        .int()
        .min(0)
        .max(MOST_KEPT)
        .describe('How long it would be kept, in days or months as the setting.'),
    }),
    out: Kept.extend({
      rows,
      freed: z
        .object({
          rows,
          bytes: z.number(),
          error: z
            .number()
            .describe('Of all bytes of this data, plus or minus; 0: every row was read.'),
        })
        .nullable()
        .describe('Null: not known in time.'),
    }),
    run: async (call, { params: { setting }, query: { keep } }) => ({
      ...(await present(call, setting)),
      ...(await previewRetention(call.db, setting, keep)),
    }),
  }),
] as const
