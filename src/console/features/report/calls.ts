/**
 * The report of a sending: figures, hours, links, providers, its email, and other sendings beside
 * it.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  DeviceResult,
  HourAnswer,
  LinkOutcome,
  ProviderResult,
  ReasonToLeave,
  SendingReport,
} from '../../../actions/sendings/sending-report.ts'
import { callApi } from '../../api/client.ts'

/** Hits are judged for some seconds; a page that stays open shows them. */
const AGAIN_MILLIS = 5_000

function useReported<Answer>(id: number | undefined, part: string, again = false) {
  return useQuery({
    queryKey: ['sendings', id, 'report', part],
    queryFn: async () => (await callApi<Answer>(`/sendings/${id}/${part}`)).value,
    enabled: id !== undefined,
    refetchInterval: again ? AGAIN_MILLIS : false,
  })
}

export const useReport = (id: number) => useReported<SendingReport>(id, 'report', true)

export const useHours = (id: number | undefined, again = false) =>
  useReported<{ began: string | null; hours: HourAnswer[] }>(id, 'hours?hours=72', again)

export const useLinks = (id: number) => useReported<{ links: LinkOutcome[] }>(id, 'links', true)

export const useProviders = (id: number) =>
  useReported<{ providers: ProviderResult[] }>(id, 'providers')

export const useDevices = (id: number) =>
  useReported<{ devices: DeviceResult[] }>(id, 'devices', true)

export const useReasonsToLeave = (id: number) =>
  useReported<{ reasons: ReasonToLeave[] }>(id, 'reasons', true)

export const useSentEmail = (id: number) =>
  useReported<{ subject: string; html: string | null; text: string }>(id, 'email')

/** Several sendings side by side. */
export const useReports = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['sendings', 'reports', ids],
    queryFn: async () =>
      (await callApi<{ items: SendingReport[] }>(`/reports/sendings?ids=${ids.join(',')}`)).value
        .items,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
