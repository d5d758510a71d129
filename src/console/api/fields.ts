/** The data fields: names, types, choices, fill levels, uses. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldAnswer } from '../../actions/fields/fields.ts'
import { call } from './client.ts'
import { useSeesPeople } from './session.ts'

const FIELDS = ['fields']

/** All hundred, in use or not. */
export const useAllFields = () =>
  useQuery({
    queryKey: FIELDS,
    queryFn: async () => (await call('GET /fields')).items,
    staleTime: 60_000,
  })

/** Fields with a name or values: unused ones are offered nowhere. */
export function useFields() {
  const all = useAllFields()
  return { ...all, data: all.data?.filter(({ inUse, activated }) => inUse && activated) }
}

export const useFilledFields = () =>
  useQuery({
    queryKey: [...FIELDS, 'filled'],
    queryFn: async () => await call('GET /fields/filled'),
    staleTime: 0,
  })

/** The values of a field, and those that do not fit a type. */
export function useFieldContents(number: number, as: FieldAnswer['type']) {
  const enabled = useSeesPeople()
  return useQuery({
    queryKey: [...FIELDS, number, 'contents', as],
    queryFn: async () =>
      await call('GET /fields/:number/contents', { params: { number }, query: { as } }),
    enabled,
  })
}

export const useFieldUses = (number: number) =>
  useQuery({
    queryKey: [...FIELDS, number, 'uses'],
    queryFn: async () => (await call('GET /fields/:number/uses', { params: { number } })).items,
  })

export type FieldInput = Pick<FieldAnswer, 'name' | 'type' | 'choices'> & { searched?: boolean }

export function useAddField() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: FieldInput) => await call('POST /fields', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FIELDS }),
  })
}

export function useEditField(number: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Partial<FieldInput>) =>
      await call('PATCH /fields/:number', { params: { number }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FIELDS }),
  })
}

export const fieldRemoval = (number: number) => ({
  remove: () => call('DELETE /fields/:number', { params: { number } }),
  shown: FIELDS,
})
