/** The brand: how newsletters of blocks look, and who sends them. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { Brand, FONTS } from '../../domain/brand/brand.ts'
import { contrastsOf } from '../../domain/brand/contrast.ts'
import { brandOf, saveBrand, violationsOfBrand } from '../../domain/brand/keep-brand.ts'
import { action } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withAddressesOf } from '../mask.ts'
import { withRules } from '../value-problems.ts'

const BrandAnswer = z
  .object({
    brand: Brand,
    contrasts: z
      .array(
        z.object({
          pair: z.enum(['text', 'muted', 'links', 'buttons']),
          colour: z.string(),
          on: z.string(),
          ratio: z.number(),
          needs: z.number(),
          verdict: z.enum(['ok', 'look', 'wrong']).describe('wrong: below 3 : 1, and not saved.'),
        }),
      )
      .describe('The contrast of its colours (WCAG).'),
    fonts: z.array(z.object({ name: z.string(), css: z.string() })),
  })
  .meta({ id: 'Brand' })

export type BrandAnswer = z.output<typeof BrandAnswer>

const tag = ({ brand }: BrandAnswer) => brand

async function shown(db: Db, accountId: number) {
  const brand = await brandOf(db, accountId)
  const fonts = Object.entries(FONTS).map(([name, css]) => ({ name, css }))
  return { brand, contrasts: contrastsOf(brand), fonts }
}

export const brand = [
  action({
    route: 'GET /brand',
    right: 'read',
    about: 'Logo, colours, fonts, sender, postal address and footer of newsletters of blocks.',
    out: BrandAnswer,
    tag,
    run: ({ db, account }) => shown(db, account.id),
  }),
  action({
    route: 'PUT /brand',
    right: 'content',
    about: 'Change the brand. Newsletters take it when they are saved next.',
    readsIfMatch: true,
    body: withRules(Brand, violationsOfBrand),
    out: BrandAnswer,
    tag,
    async run(call, { body }) {
      const { db, account, caller } = call
      const known = async (tx: Db) => Brand.parse(await brandOf(tx, account.id))
      await ifUnchanged(
        call,
        { kind: 'brand', id: 0 },
        async tx => entityTag(await known(tx)),
        async tx =>
          saveBrand(tx, account.id, caller.masked ? withAddressesOf(body, await known(tx)) : body),
      )
      return shown(db, account.id)
    },
  }),
] as const
