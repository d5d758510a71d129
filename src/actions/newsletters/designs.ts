/** Designs: the beginnings of newsletters of blocks. */

import { z } from 'zod'
import { brandOf } from '../../domain/brand/keep-brand.ts'
import { BlockDocument } from '../../domain/newsletters/blocks/document.ts'
import { DESIGNS, designOf } from '../../domain/newsletters/designs/designs.ts'
import { action } from '../action.ts'

const Design = z.object({
  design: z.enum(DESIGNS),
  subject: z.string(),
  preheader: z.string(),
  source: z.object({ kind: z.literal('blocks'), document: BlockDocument }),
})

export type DesignAnswer = z.output<typeof Design>

export const designs = [
  action({
    route: 'GET /designs',
    right: 'read',
    about:
      'Emails of blocks to begin with, in the colours of the brand and the language of its ' +
      'newsletters. `subject`, `preheader` and `source` make a newsletter by POST /newsletters.',
    out: z.object({ items: z.array(Design) }),
    async run({ db, account }) {
      const brand = await brandOf(db, account.id)
      return {
        items: DESIGNS.map(name => {
          const { blocks: document, ...head } = designOf(name, brand)
          return { ...head, source: { kind: 'blocks' as const, document } }
        }),
      }
    },
  }),
] as const
