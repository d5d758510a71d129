/** The hosts of the account's public pages, and what the DNS says of each. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from './client.ts'

export type HostsAnswer = CallAnswer<'GET /hosts'>

const HOSTS = ['hosts'] as const

export const useHosts = () => useQuery({ queryKey: HOSTS, queryFn: () => call('GET /hosts') })

/** Read again whenever the window gets the focus: the record may have been published elsewhere. */
export const useHostDns = (host: string) =>
  useQuery({
    queryKey: ['host-dns', host],
    queryFn: () => call('GET /hosts/:host/dns', { params: { host } }),
    retry: false,
  })

function useHostChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: HOSTS }),
  })
}

/** A retired host is in use again. */
export const useAddHost = () =>
  useHostChange((host: string) => call('POST /hosts', { body: { host } }))

/** `undefined`: new links have the host of the installation. */
export const useChooseHost = () =>
  useHostChange(({ host, unchecked }: { host: string | undefined; unchecked: boolean }) =>
    host === undefined
      ? call('DELETE /default-host')
      : call('PUT /hosts/:host/default', { params: { host }, body: { unchecked } }),
  )

export const useRemoveHost = () =>
  useHostChange(({ host, links }: { host: string; links: 'keep' | 'end' }) =>
    call('DELETE /hosts/:host', { params: { host }, query: { links } }),
  )
