/** The hosts of the public pages, with their state in the DNS; the domains of the return path. */
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

const BOUNCE_DOMAINS = ['bounce-domains'] as const

export const useBounceDomains = () =>
  useQuery({ queryKey: BOUNCE_DOMAINS, queryFn: () => call('GET /bounce-domains') })

/** As useHostDns. */
export const useBounceDns = (domain: string, asked: boolean) =>
  useQuery({
    queryKey: ['bounce-dns', domain],
    queryFn: async () =>
      (await call('GET /bounce-domains/:domain/dns', { params: { domain } })).findings,
    enabled: asked,
    retry: false,
  })

function useBounceChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: BOUNCE_DOMAINS }),
  })
}

export const useChooseBounceDomain = () =>
  useBounceChange(({ domain, unchecked }: { domain: string; unchecked: boolean }) =>
    call('PUT /bounce-domains/:domain', { params: { domain }, body: { unchecked } }),
  )

export const useRemoveBounceDomain = () =>
  useBounceChange(({ domain, mail }: { domain: string; mail: 'keep' | 'end' }) =>
    call('DELETE /bounce-domains/:domain', { params: { domain }, query: { mail } }),
  )

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
