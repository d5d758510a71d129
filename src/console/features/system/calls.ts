/** Queries of the page of the installation; its present state is polled. */
import { useQuery } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

export type ShownStatus = CallAnswer<'GET /installation/status'>
export type ShownStore = CallAnswer<'GET /installation/store'>
export type ShownBackups = CallAnswer<'GET /installation/backups'>
export type ShownLoad = CallAnswer<'GET /installation/load'>['items']
export type KeptRow = CallAnswer<'GET /installation/retention'>['items'][number]
export type LineName = Exclude<keyof ShownLoad[number], 'at'>

const NOW_MILLIS = 10_000
const SLOW_MILLIS = 60_000

export const useStatus = () =>
  useQuery({
    queryKey: ['installation', 'status'],
    queryFn: async () => await call('GET /installation/status'),
    refetchInterval: NOW_MILLIS,
  })

export const useStore = () =>
  useQuery({
    queryKey: ['installation', 'store'],
    queryFn: async () => await call('GET /installation/store'),
    refetchInterval: SLOW_MILLIS,
  })

export const useBackups = () =>
  useQuery({
    queryKey: ['installation', 'backups'],
    queryFn: async () => await call('GET /installation/backups'),
    refetchInterval: SLOW_MILLIS,
  })

export const useLoad = () =>
  useQuery({
    queryKey: ['installation', 'load'],
    queryFn: async () => (await call('GET /installation/load')).items,
    refetchInterval: SLOW_MILLIS,
  })

export const useChecks = () =>
  useQuery({
    queryKey: ['installation', 'checks'],
    queryFn: async () => (await call('GET /installation/checks')).findings,
  })

export const useSettings = () =>
  useQuery({
    queryKey: ['installation', 'settings'],
    queryFn: async () => (await call('GET /installation/settings')).items,
  })

export const useRetention = () =>
  useQuery({
    queryKey: ['installation', 'retention'],
    queryFn: async () => (await call('GET /installation/retention')).items,
  })

export const useRetentionPreview = (setting: KeptRow['setting'], keep: number) =>
  useQuery({
    queryKey: ['installation', 'retention', setting, keep],
    queryFn: () =>
      call('GET /installation/retention/:setting', { params: { setting }, query: { keep } }),
  })
