/** Who may do what: members, invitations, API keys, and the audit log. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyAnswer } from '../../actions/api-keys/api-keys.ts'
import type { AuditAnswer } from '../../actions/audit/audit.ts'
import type { MemberLinkFacts } from '../../actions/http/mailed-link.ts'
import type { OpenInvitationAnswer } from '../../actions/members/invitations.ts'
import type { MemberAnswer } from '../../actions/members/members.ts'
import { type ApiPage, callApi } from './client.ts'
import { useConfirmed } from './confirmation.tsx'

const listOf = async <Item>(path: string) => (await callApi<{ items: Item[] }>(path)).value.items

export const useMembers = () =>
  useQuery({ queryKey: ['members'], queryFn: () => listOf<MemberAnswer>('/members') })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: () => listOf<OpenInvitationAnswer>('/invitations'),
  })

export const useApiKeys = () =>
  useQuery({ queryKey: ['api-keys'], queryFn: () => listOf<ApiKeyAnswer>('/api-keys') })

/** A change that may ask for the password first. */
function useTeamChange<Input, Answer>(key: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
  })
}

export interface InvitationInput extends Pick<MemberAnswer, 'email' | 'role' | 'masked'> {
  mail: boolean
}

export const useInvite = () =>
  useTeamChange('invitations', async (body: InvitationInput) => {
    const { value } = await callApi<MemberLinkFacts>('/invitations', { method: 'POST', body })
    return value
  })

export const useTakeBack = () =>
  useTeamChange('invitations', (email: string) =>
    callApi(`/invitations/${encodeURIComponent(email)}`, { method: 'DELETE' }),
  )

export const useEditMember = () =>
  useTeamChange(
    'members',
    ({ id, ...body }: { id: number } & Partial<Pick<MemberAnswer, 'role' | 'masked'>>) =>
      callApi(`/members/${id}`, { method: 'PATCH', body }),
  )

export const useRemoveMember = () =>
  useTeamChange('members', (id: number) => callApi(`/members/${id}`, { method: 'DELETE' }))

export const useResetLink = () =>
  useTeamChange('members', async ({ id, mail }: { id: number; mail: boolean }) => {
    const path = `/members/${id}/password-reset`
    return (await callApi<MemberLinkFacts>(path, { method: 'POST', body: { mail } })).value
  })

/** Those that stop when the member is removed. */
export const useKeysEndingWith = (personId: number) =>
  useQuery({
    queryKey: ['api-keys', 'ending with', personId],
    queryFn: () => listOf<ApiKeyAnswer>(`/api-keys?endingWith=${personId}`),
  })

export type ApiKeyInput = Pick<ApiKeyAnswer, 'name' | 'rights' | 'masked'> & {
  expires?: string
  callsPerMinute?: number
}

export const useAddKey = () =>
  useTeamChange('api-keys', async (body: ApiKeyInput) => {
    const { value } = await callApi<{ token: string }>('/api-keys', { method: 'POST', body })
    return value.token
  })

export const useTakeOverKey = () =>
  useTeamChange('api-keys', (id: number) =>
    callApi(`/api-keys/${id}/take-over`, { method: 'POST' }),
  )

export const useRevokeKey = () =>
  useTeamChange('api-keys', (id: number) => callApi(`/api-keys/${id}`, { method: 'DELETE' }))

/** Of one kind of objects, or one object. */
export interface ChosenAudit {
  kind?: string
  id?: string
}

export const useAudit = (selection: ChosenAudit) =>
  useInfiniteQuery({
    queryKey: ['audit', selection],
    queryFn: async ({ pageParam: after }) => {
      const query = new URLSearchParams({ ...selection, limit: '50', ...(after && { after }) })
      return (await callApi<ApiPage<AuditAnswer>>(`/audit?${query}`)).value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
