/** What a DNS check says, in the language of the reader. */
import type { DnsFindingAnswer } from '../../../actions/domains/domains.ts'
import type { DnsSentenceAnswer } from '../../../words/dns-words.ts'
import { dnsIn } from '../../../words/say.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function useDnsWords() {
  const { words, parts } = useTexts('dns')
  const { number } = useFormats()
  const said = (sentence: DnsSentenceAnswer): string => dnsIn(words, { number }, sentence)
  const nameOf = ({ check, part, of }: DnsFindingAnswer): string => parts[part]?.(of) ?? check
  return { said, nameOf }
}
