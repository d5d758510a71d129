/** What readers may choose on their page of preferences. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PreferencePageAnswer } from '../../actions/preferences/preferences.ts'
import { callTagged } from './client.ts'

const PREFERENCES = ['preferences'] as const

export const usePreferences = () =>
  useQuery({ queryKey: PREFERENCES, queryFn: () => callTagged('GET /preferences') })

export function useSavePreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ page, ifMatch }: { page: PreferencePageAnswer; ifMatch: string }) =>
      callTagged('PATCH /preferences', { body: page, ifMatch }),
    onSuccess: saved => queries.setQueryData(PREFERENCES, saved),
  })
}
