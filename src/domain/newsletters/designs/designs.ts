/**
 * Designs for new newsletters: ten emails of blocks, under the brand of the account and in the
 * language of its newsletters.
 */
import type { Brand } from '../../brand/brand.ts'
import type { BlockDocument } from '../blocks/document.ts'
import { type BareBlock, numbered } from './bare-blocks.ts'
import { event, letter, monthly, survey, thanks, welcome } from './news.ts'
import { digest, launch, products, sale } from './shop.ts'
import { de } from './words-de.ts'
import { type DesignWords, en } from './words-en.ts'
import { sv } from './words-sv.ts'

const WORDS: Record<Brand['language'], DesignWords> = { en, sv, de }

type Writers = {
  [Name in keyof DesignWords]: (words: DesignWords[Name], brand: Brand) => BareBlock[]
}

const WRITERS: Writers = {
  welcome,
  monthly,
  launch,
  event,
  sale,
  letter,
  survey,
  digest,
  thanks,
  products,
}

export type DesignName = keyof DesignWords

/** In the order of the gallery. */
export const DESIGNS = Object.keys(WRITERS) as [DesignName, ...DesignName[]]

export interface Design {
  design: DesignName
  subject: string
  preheader: string
  blocks: BlockDocument
}

export function designOf<Name extends DesignName>(name: Name, brand: Brand): Design {
  const words = WORDS[brand.language][name]
  const { subject, preheader } = words
  const blocks = { blocks: numbered(WRITERS[name](words, brand)) }
  return { design: name, subject, preheader, blocks }
}
