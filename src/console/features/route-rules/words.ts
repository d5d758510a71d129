/** The strings of the page of rules, in each language, loaded with the page. */
import { usePageTexts } from '../../texts/page-texts.ts'
import type { RelayRule } from './calls.ts'
import { rules } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: rules, sv, de }

export const useRuleTexts = () => usePageTexts(TEXTS)

/** Which emails a rule is for: "Newsletters of the account shop, list Readers". */
export function emailsOf(texts: typeof rules, rule: Omit<RelayRule, 'id' | 'route'>): string {
  const { kind, account, list, listId, senderDomain } = rule
  return [
    kind === null ? texts.everything : (texts.kindsOf[kind] ?? kind),
    ...(account === null ? [] : [texts.ofAccount(account)]),
    ...(listId === null ? [] : [texts.ofList(list ?? String(listId))]),
    ...(senderDomain === null ? [] : [texts.fromDomain(senderDomain)]),
  ].join(', ')
}
