/** The filters that an email asks, in all its languages. */
import { blockIds } from '../../../mail/template/blocks.ts'
import type { TranslatedMail } from './translated.ts'

export function filterIdsOf({
  translated,
  ...mail
}: Parameters<typeof blockIds>[0] & {
  translated?: TranslatedMail | null | undefined
}): number[] {
  const versions = translated?.versions ?? []
  return [...new Set([mail, ...versions.map(one => ({ ...one, text: '' }))].flatMap(blockIds))]
}
