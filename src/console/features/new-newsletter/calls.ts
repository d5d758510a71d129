/** Designs to begin a newsletter with. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const useDesigns = () =>
  useQuery({
    queryKey: ['designs'],
    queryFn: async () => (await call('GET /designs')).items,
    staleTime: 30_000,
  })
