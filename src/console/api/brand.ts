/** The brand: how newsletters of blocks look. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BrandAnswer } from '../../actions/brand/brand.ts'
import { callTagged } from './client.ts'
import { DESIGNS } from './designs.ts'

const BRAND = ['brand'] as const

export const useBrand = () =>
  useQuery({
    queryKey: BRAND,
    queryFn: () => callTagged('GET /brand'),
    staleTime: 60_000,
  })

export function useSaveBrand() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ brand, ifMatch }: { brand: BrandAnswer['brand']; ifMatch: string }) =>
      callTagged('PUT /brand', { body: brand, ifMatch }),
    onSuccess(saved) {
      queries.setQueryData(BRAND, saved)
      void queries.invalidateQueries({ queryKey: DESIGNS })
    },
  })
}
