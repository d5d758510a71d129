/**
 * The report of a sending: figures, hours, links, providers, its email, and other sendings beside
 * it.
 */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

/** Hits are judged for some seconds; a page that stays open shows them. */
const AGAIN_MILLIS = 5_000

type Part =
  | 'report'
  | 'hours'
  | 'links'
  | 'providers'
  | 'devices'
  | 'reasons'
  | 'email'
  | 'languages'

const useReported = <Name extends Part>(
  id: number | undefined,
  part: Name,
  read: (params: { sendingId: number }) => Promise<CallAnswer<`GET /sendings/:sendingId/${Name}`>>,
  again = false,
) =>
  useQuery({
    queryKey: ['sendings', id, 'report', part],
    queryFn: () => read({ sendingId: id! }),
    enabled: id !== undefined,
    refetchInterval: again ? AGAIN_MILLIS : false,
  })

export const useReport = (id: number) =>
  useReported(id, 'report', params => call('GET /sendings/:sendingId/report', { params }), true)

export const useHours = (id: number | undefined, again = false) =>
  useReported(
    id,
    'hours',
    params => call('GET /sendings/:sendingId/hours', { params, query: { hours: 72 } }),
    again,
  )

export const useLinks = (id: number) =>
  useReported(id, 'links', params => call('GET /sendings/:sendingId/links', { params }), true)

export const useProviders = (id: number) =>
  useReported(id, 'providers', params => call('GET /sendings/:sendingId/providers', { params }))

export const useDevices = (id: number) =>
  useReported(id, 'devices', params => call('GET /sendings/:sendingId/devices', { params }), true)

export const useReasonsToLeave = (id: number) =>
  useReported(id, 'reasons', params => call('GET /sendings/:sendingId/reasons', { params }), true)

export const useLanguagesOfReport = (id: number) =>
  useReported(
    id,
    'languages',
    params => call('GET /sendings/:sendingId/languages', { params }),
    true,
  )

export const useSentEmail = (id: number) =>
  useReported(id, 'email', params => call('GET /sendings/:sendingId/email', { params }))

/** Several sendings side by side. */
export const useReports = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['sendings', 'reports', ids],
    queryFn: async () =>
      (await call('GET /reports/sendings', { query: { ids: ids.join(',') } })).items,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** The links to the report for people who do not sign in. */
export const useSharedReports = (sendingId: number) =>
  useQuery({
    queryKey: ['sendings', sendingId, 'shared'],
    queryFn: async () =>
      (await call('GET /sendings/:sendingId/links-to-report', { params: { sendingId } })).items,
  })

export function useShareReport(sendingId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (days: number) =>
      call('POST /sendings/:sendingId/links-to-report', { params: { sendingId }, body: { days } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sendings', sendingId, 'shared'] }),
  })
}

export function useUnshareReport(sendingId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (shareId: number) =>
      call('DELETE /sendings/:sendingId/links-to-report/:shareId', {
        params: { sendingId, shareId },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sendings', sendingId, 'shared'] }),
  })
}
