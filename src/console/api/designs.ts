/** Designs to begin a newsletter with. */
import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** They are in the language of the brand. */
export const DESIGNS = ['designs'] as const

export const useDesigns = () =>
  useQuery({
    queryKey: DESIGNS,
    queryFn: async () => (await call('GET /designs')).items,
    staleTime: 30_000,
  })
