/** Designs to begin a newsletter with. */
import { useQuery } from '@tanstack/react-query'
import type { DesignAnswer } from '../../../actions/newsletters/designs.ts'
import { callApi } from '../../api/client.ts'

export const useDesigns = () =>
  useQuery({
    queryKey: ['designs'],
    queryFn: async () => (await callApi<{ items: DesignAnswer[] }>('/designs')).value.items,
    staleTime: 30_000,
  })
