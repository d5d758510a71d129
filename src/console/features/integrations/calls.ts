/** Calls of the page of integrations. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

export type Board = CallAnswer<'GET /programs'>
export type Program = Board['items'][number]
export type ProgramDetails = CallAnswer<'GET /programs/:programId'>
export type KeptExchange = ProgramDetails['exchanges'][number]
export type ProgramCallEnd = KeptExchange['outcome']

/** Programs call meanwhile; their calls are written each second. */
const AGAIN_MILLIS = 3_000

const PROGRAMS = ['programs'] as const

export const usePrograms = () =>
  useQuery({
    queryKey: PROGRAMS,
    queryFn: async () => await call('GET /programs'),
    refetchInterval: AGAIN_MILLIS,
  })

export const useProgram = (programId: number) =>
  useQuery({
    queryKey: [...PROGRAMS, programId],
    queryFn: async () => await call('GET /programs/:programId', { params: { programId } }),
    refetchInterval: AGAIN_MILLIS,
    retry: false,
  })

export function useRename(programId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) =>
      await call('PATCH /programs/:programId', { params: { programId }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: PROGRAMS }),
  })
}

export const programRemoval = (programId: number) => ({
  remove: () => call('DELETE /programs/:programId', { params: { programId } }),
  shown: PROGRAMS,
})
