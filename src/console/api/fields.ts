/** The data fields: names, types, choices, fill levels, uses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldAnswer } from '../../actions/fields/fields.ts'
import { callApi } from './client.ts'
import { useSeesPeople } from './session.ts'

const FIELDS = ['fields']

/** All hundred, in use or not. */
export const useAllFields = () =>
  useQuery({
    queryKey: FIELDS,
    queryFn: async () => (await callApi<{ items: FieldAnswer[] }>('/fields')).value.items,
    staleTime: 60_000,
  })

/** Fields with a name or values: unused ones are offered nowhere. */
export function useFields() {
  const all = useAllFields()
  return { ...all, data: all.data?.filter(({ inUse, activated }) => inUse && activated) }
}

interface FilledAnswer {
  people: number
  items: { number: number; people: number }[]
}

export const useFilledFields = () =>
  useQuery({
    queryKey: [...FIELDS, 'filled'],
    queryFn: async () => (await callApi<FilledAnswer>('/fields/filled')).value,
    staleTime: 0,
  })

export interface FieldContents {
  values: { value: string; people: number }[]
  misfits: { people: number; values: string[] }
}

/** The values of a field, and those that do not fit a type. */
export function useFieldContents(number: number, as: FieldAnswer['type']) {
  const enabled = useSeesPeople()
  return useQuery({
    queryKey: [...FIELDS, number, 'contents', as],
    queryFn: async () =>
      (await callApi<FieldContents>(`/fields/${number}/contents?as=${as}`)).value,
    enabled,
  })
}

interface FieldUse {
  kind: 'filter' | 'newsletter' | 'template' | 'trigger'
  id: number
  name: string
}

export const useFieldUses = (number: number) =>
  useQuery({
    queryKey: [...FIELDS, number, 'uses'],
    queryFn: async () =>
      (await callApi<{ items: FieldUse[] }>(`/fields/${number}/uses`)).value.items,
  })

export type FieldInput = Pick<FieldAnswer, 'name' | 'type' | 'choices'> & { searched?: boolean }

export function useAddField() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: FieldInput) =>
      (await callApi<FieldAnswer>('/fields', { method: 'POST', body })).value,
    onSuccess: () => queries.invalidateQueries({ queryKey: FIELDS }),
  })
}

export function useEditField(number: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Partial<FieldInput>) =>
      (await callApi<FieldAnswer>(`/fields/${number}`, { method: 'PATCH', body })).value,
    onSuccess: () => queries.invalidateQueries({ queryKey: FIELDS }),
  })
}

export function useRemoveField() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => callApi(`/fields/${number}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FIELDS }),
  })
}
