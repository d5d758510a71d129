/** Calls of the pages of events and of their sources. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'
import { useConfirmed } from '../../api/confirmation.tsx'

export type SourceRow = CallAnswer<'GET /event-sources'>['items'][number]
export type SourceAnswer = CallAnswer<'GET /event-sources/:source'>
export type SourceInput = CallBody<'POST /event-sources'>
export type Mapping = Required<CallBody<'PATCH /event-sources/:source'>>
export type Trial = CallAnswer<'POST /event-sources/try'>
/** Where a shop posts to, and how it signs: shown once. */
export interface MadeSecret {
  address: string
  secret: string
}

/** Events come in meanwhile. */
const AGAIN_MILLIS = 15_000
/** A page that is open while a shop is set up shows its first call at once. */
const SOON_MILLIS = 3000

const SOURCES = ['event-sources'] as const

export const useEvents = () =>
  useQuery({
    queryKey: ['events'],
    queryFn: async () => (await call('GET /events')).items,
    refetchInterval: AGAIN_MILLIS,
  })

export const useSources = () =>
  useQuery({
    queryKey: SOURCES,
    queryFn: async () => (await call('GET /event-sources')).items,
    refetchInterval: AGAIN_MILLIS,
  })

export const useSource = (source: string) =>
  useQuery({
    queryKey: [...SOURCES, source],
    enabled: source !== '',
    queryFn: () => call('GET /event-sources/:source', { params: { source } }),
    refetchInterval: SOON_MILLIS,
  })

function useSourceChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSuccess: () => queries.invalidateQueries({ queryKey: SOURCES }),
  })
}

export const useAddSource = () =>
  useSourceChange((body: SourceInput) => call('POST /event-sources', { body }))

export const useChangeSource = (source: string) =>
  useSourceChange((body: Mapping) =>
    call('PATCH /event-sources/:source', { params: { source }, body }),
  )

export const useRotateSource = (source: string) =>
  useSourceChange((body: CallBody<'POST /event-sources/:source/rotate'>) =>
    call('POST /event-sources/:source/rotate', { params: { source }, body }),
  )

/** Undo is the other verb. */
export const useSteerSource = (source: string) =>
  useSourceChange((verb: 'pause' | 'resume') =>
    call(`POST /event-sources/:source/${verb}`, { params: { source } }),
  )

export const sourceRemoval = (source: string) => ({
  remove: () => call('DELETE /event-sources/:source', { params: { source } }),
  shown: SOURCES,
})

export const useTrySource = () =>
  useMutation({
    mutationFn: (body: CallBody<'POST /event-sources/try'>) =>
      call('POST /event-sources/try', { body }),
  })

/** Without PUBLIC_URL, the address begins as that of this page. */
export const wholeAddress = (address: string): string => new URL(address, location.origin).href
