/** The brand: how newsletters of blocks look, and who sends them. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import { Brand, FONTS } from '../../../domain/brand/brand.ts'
import { contrastsOf } from '../../../domain/brand/contrast.ts'
import { brandOf, saveBrand } from '../../../domain/brand/keep-brand.ts'
import { demandTag, entityTag } from '../entity-tag.ts'
import { withAddressesOf } from '../mask.ts'
import { route } from '../route.ts'

const BrandAnswer = z.object({
  brand: Brand,
  contrasts: z
    .array(
      z.object({
        pair: z.enum(['text', 'muted', 'links', 'buttons']),
        ...{ colour: z.string(), on: z.string(), ratio: z.number(), needs: z.number() },
        verdict: z.enum(['ok', 'look', 'wrong']).describe('wrong: below 3 : 1, and not saved.'),
      }),
    )
    .describe('The contrast of its colours (WCAG).'),
  fonts: z.array(z.object({ name: z.string(), css: z.string() })),
})

export type BrandAnswer = z.output<typeof BrandAnswer>

const tag = ({ brand }: BrandAnswer) => brand

async function shown(db: Db, accountId: number) {
  const brand = await brandOf(db, accountId)
  const fonts = Object.entries(FONTS).map(([name, css]) => ({ name, css }))
  return { brand, contrasts: contrastsOf(brand), fonts }
}

export const brand = [
  route({
    method: 'GET',
    path: '/brand',
    right: 'read',
    about: 'Logo, colours, fonts, sender, postal address and footer of newsletters of blocks.',
    out: BrandAnswer,
    tag,
    run: ({ db, account }) => shown(db, account.id),
  }),
  route({
    method: 'PUT',
    path: '/brand',
    right: 'content',
    about: 'Change the brand. Newsletters take it when they are saved next.',
    body: Brand,
    out: BrandAnswer,
    tag,
    async run({ db, account, caller, ifMatch }, { body }) {
      const known = Brand.parse(await brandOf(db, account.id))
      demandTag(ifMatch, entityTag(known))
      await saveBrand(db, account.id, caller.masked ? withAddressesOf(body, known) : body)
      return shown(db, account.id)
    },
  }),
]
