/** Conditions in words, with the names of what they name. */
import type { FilterCondition } from '../../../actions/filters/filters.ts'
import { useAllFields } from '../../api/fields.ts'
import { useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { sentenceOf } from './sentence.ts'

/** Names are asked for only if one of the conditions has some. */
export function useSentences(conditions: readonly FilterCondition[]) {
  const texts = useTexts('filters')
  const { day } = useFormats()
  const { data: fields = [] } = useAllFields()
  const { data: lists = [] } = useLists()
  const said = JSON.stringify(conditions)
  const kinds = {
    newsletter: useNamedByRules('newsletter', said.includes('newsletter')).data,
    import: useNamedByRules('import', said.includes('"import"')).data,
    form: useNamedByRules('form', said.includes('"form"')).data,
    list: lists,
  }
  const names = {
    nameOf: (kind: keyof typeof kinds | 'field', id: string) =>
      kind === 'field'
        ? fields.find(({ field }) => field === id)?.name
        : kinds[kind]?.find(one => String(one.id) === id)?.name,
    day: (moment: string) => day(`${moment}T12:00:00`),
  }
  return (condition: FilterCondition): string | undefined => sentenceOf(condition, texts, names)
}
