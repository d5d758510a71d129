/** Rules for relays, and which relay an email would go by. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

export type RelayRule = CallAnswer<'GET /installation/route-rules'>['items'][number]
export type RuleInput = CallBody<'POST /installation/route-rules'>
export type TrialInput = CallBody<'POST /installation/route-rules/trial'>
export type RuleTrial = CallAnswer<'POST /installation/route-rules/trial'>

const RULES = ['route-rules'] as const

export const useRules = () =>
  useQuery({
    queryKey: RULES,
    queryFn: async () => (await call('GET /installation/route-rules')).items,
  })

export const useAccounts = () =>
  useQuery({
    queryKey: ['installation-accounts'],
    queryFn: async () => (await call('GET /installation/accounts')).items,
  })

/** Asked anew with each choice, and with each change of a rule. */
export const useTrial = (body: TrialInput | undefined) =>
  useQuery({
    queryKey: [...RULES, 'trial', body],
    queryFn: async () => await call('POST /installation/route-rules/trial', { body: body! }),
    enabled: body !== undefined,
  })

function useRuleChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: RULES }),
  })
}

export const useKeepRule = (id: number | undefined) =>
  useRuleChange((body: RuleInput) =>
    id === undefined
      ? call('POST /installation/route-rules', { body })
      : call('PATCH /installation/route-rules/:ruleId', { params: { ruleId: id }, body }),
  )

export const useRemoveRule = () =>
  useRuleChange((ruleId: number) =>
    call('DELETE /installation/route-rules/:ruleId', { params: { ruleId } }),
  )
