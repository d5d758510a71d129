/** Sign-up forms, and who signed up. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormAnswer } from '../../actions/forms/forms.ts'
import type { ProofAnswer, SignUpAnswer, SignUpFunnel } from '../../actions/forms/sign-ups.ts'
import { type ApiPage, allPages, callApi } from './client.ts'

const FORMS = ['forms'] as const

type SpokenTexts = NonNullable<FormAnswer['words']['en']>
export type SpokenLanguage = keyof FormAnswer['words']

export const useForms = () =>
  useQuery({ queryKey: FORMS, queryFn: () => allPages<FormAnswer>('/forms') })

export const useForm = (formId: number) =>
  useQuery({
    queryKey: [...FORMS, formId],
    queryFn: async () => (await callApi<FormAnswer>(`/forms/${formId}`)).value,
  })

export const useFunnel = (formId: number) =>
  useQuery({
    queryKey: [...FORMS, formId, 'funnel'],
    queryFn: async () => (await callApi<SignUpFunnel>(`/forms/${formId}/funnel`)).value,
  })

export const useSignUps = (formId: number, state: SignUpAnswer['state'] | 'all') =>
  useInfiniteQuery({
    queryKey: [...FORMS, formId, 'sign-ups', state],
    queryFn: async ({ pageParam }) => {
      const given = { after: pageParam, ...(state !== 'all' && { state }) }
      const query = new URLSearchParams(
        Object.entries(given).filter((one): one is [string, string] => one[1] !== ''),
      )
      return (await callApi<ApiPage<SignUpAnswer>>(`/forms/${formId}/sign-ups?${query}`)).value
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const useProofs = (subscriberId: number) =>
  useQuery({
    queryKey: ['subscribers', subscriberId, 'proofs'],
    queryFn: async () =>
      (await callApi<{ items: ProofAnswer[] }>(`/subscribers/${subscriberId}/proofs`)).value.items,
  })

function useFormChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: FORMS }),
  })
}

export const useAddForm = () =>
  useFormChange((body: { name: string; listIds: number[]; language: string }) =>
    callApi<FormAnswer>('/forms', { method: 'POST', body }),
  )

export const useEditForm = (formId: number) =>
  useFormChange((body: Partial<FormAnswer>) =>
    callApi<FormAnswer>(`/forms/${formId}`, { method: 'PATCH', body }),
  )

export const useSetWords = (formId: number) =>
  useFormChange(
    ({ language, ...body }: Partial<Omit<SpokenTexts, 'labels'>> & { language: string }) =>
      callApi<FormAnswer>(`/forms/${formId}/words/${language}`, { method: 'PATCH', body }),
  )

export const useDropLanguage = (formId: number) =>
  useFormChange((language: string) =>
    callApi(`/forms/${formId}/words/${language}`, { method: 'DELETE' }),
  )

/** What is held back. */
export const useDecideHeld = () =>
  useFormChange(({ formId, does }: { formId: number; does: 'release' | 'stop' }) =>
    callApi<{ signUps: number }>(`/forms/${formId}/${does}`, { method: 'POST' }),
  )

/** The removed form itself is not read again. */
export function useRemoveForm(formId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(`/forms/${formId}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FORMS, exact: true }),
  })
}
