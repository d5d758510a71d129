/** The pages of operations with their form and samples, which have the ids of this account. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useLists } from '../../api/lists.ts'
import { useSession } from '../../api/session.ts'
import type { Program } from './calls.ts'

export const SERVICE_PATH = '/externalapiservice.asmx'
const REFERENCE_PATH = '/api/v1/reference'
const SOAP: ReadonlySet<Program['binding']> = new Set(['soap11', 'soap12', 'get', 'post'])

/** Answers the address of an operation's page; undefined: there is none. */
export function useSamples() {
  const username = useSession().data?.account.username
  const list = useLists().data?.[0]?.id
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => call('GET /projects', {}) })
  const project = projects.data?.items[0]?.guid
  const own = Object.entries({ account: username, list, project }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  const addressOf = (binding: Program['binding'], operation: string): string | undefined => {
    if (operation === '') return undefined
    if (SOAP.has(binding)) return `${SERVICE_PATH}?${[`op=${operation}`, ...own].join('&')}`
    return binding === 'json' ? `${REFERENCE_PATH}#${operation}` : undefined
  }
  return { all: [SERVICE_PATH, own.join('&')].filter(Boolean).join('?'), addressOf }
}
