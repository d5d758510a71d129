/** Who may do what: members, invitations, API keys, and the audit log. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyAnswer } from '../../actions/api-keys/api-keys.ts'
import type { MemberAnswer } from '../../actions/members/members.ts'
import { call } from './client.ts'
import { useConfirmed } from './confirmation.tsx'

export const useMembers = () =>
  useQuery({ queryKey: ['members'], queryFn: async () => (await call('GET /members')).items })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: async () => (await call('GET /invitations')).items,
  })

export const useApiKeys = () =>
  useQuery({ queryKey: ['api-keys'], queryFn: async () => (await call('GET /api-keys')).items })

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
  useTeamChange('invitations', (body: InvitationInput) => call('POST /invitations', { body }))

export const useTakeBack = () =>
  useTeamChange('invitations', (email: string) =>
    call('DELETE /invitations/:email', { params: { email } }),
  )

export const useEditMember = () =>
  useTeamChange(
    'members',
    ({ id, ...body }: { id: number } & Partial<Pick<MemberAnswer, 'role' | 'masked'>>) =>
      call('PATCH /members/:personId', { params: { personId: id }, body }),
  )

export const memberRemoval = (personId: number) => ({
  remove: () => call('DELETE /members/:personId', { params: { personId } }),
  shown: ['members'],
})

export const useResetLink = () =>
  useTeamChange('members', ({ id, mail }: { id: number; mail: boolean }) =>
    call('POST /members/:personId/password-reset', { params: { personId: id }, body: { mail } }),
  )

/** Those that stop when the member is removed. */
export const useKeysEndingWith = (personId: number) =>
  useQuery({
    queryKey: ['api-keys', 'ending with', personId],
    queryFn: async () => (await call('GET /api-keys', { query: { endingWith: personId } })).items,
  })

export type ApiKeyInput = Pick<ApiKeyAnswer, 'name' | 'rights' | 'masked' | 'test'> & {
  expires?: string
  callsPerMinute?: number
  project?: string
  listId?: number
  networks?: string[]
}

/** To bind a key to one. */
export const useProjects = () =>
  useQuery({ queryKey: ['projects'], queryFn: () => call('GET /projects', {}) })

export const useAddKey = () =>
  useTeamChange(
    'api-keys',
    async (body: ApiKeyInput) => (await call('POST /api-keys', { body })).token,
  )

export const useTakeOverKey = () =>
  useTeamChange('api-keys', (id: number) =>
    call('POST /api-keys/:keyId/take-over', { params: { keyId: id } }),
  )

export const keyRemoval = (keyId: number) => ({
  remove: () => call('DELETE /api-keys/:keyId', { params: { keyId } }),
  shown: ['api-keys'],
})

/** Of one kind of objects, or one object. */
export interface ChosenAudit {
  kind?: string
  id?: string
}

export const useAudit = (selection: ChosenAudit) =>
  useInfiniteQuery({
    queryKey: ['audit', selection],
    queryFn: ({ pageParam: after }) =>
      call('GET /audit', { query: { ...selection, limit: 50, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
