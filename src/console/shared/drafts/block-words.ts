/** What blocks say in a few words, with tags as people call them. */
import { useMemo } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useAllFields } from '../../api/fields.ts'
import { shortTag } from '../../parts/rich-text/tags.ts'
import { useTexts } from '../../texts/language.tsx'
import { wordsOfBlock } from './block-edits.ts'

export function useBlockWords(): (block: EmailBlock) => string {
  const fields = useAllFields().data
  const texts = useTexts('composer')
  const common = useTexts('common')
  return useMemo(() => {
    const labels = new Map([
      ['first_name', texts.firstName],
      ['last_name', texts.lastName],
      ['name', common.name],
      ['email', texts.emailAddress],
      ...(fields ?? []).map(({ field, name }) => [field, name] as const),
    ])
    const read = (tag: string) => `‹${labels.get(shortTag(tag)) ?? shortTag(tag)}›`
    return block => wordsOfBlock(block, read)
  }, [fields, texts, common])
}
