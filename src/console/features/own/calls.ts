/** A member's own settings: password, one-time codes, sessions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenSessionAnswer } from '../../../actions/sessions/sessions.ts'
import { callApi } from '../../api/client.ts'
import { useConfirmed } from '../../api/confirmation.tsx'
import { SESSION } from '../../api/queries.ts'

const SESSIONS = ['sessions']

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: async () => (await callApi<{ items: OpenSessionAnswer[] }>('/sessions')).value.items,
  })

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(`/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
}

/** Name, and language of emails: of all accounts that the person is in. */
export function useEditOwn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; language: string }) =>
      callApi('/session/person', { method: 'PATCH', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}

/** A link by mail that confirms the address. */
export const useAskProof = () =>
  useMutation({ mutationFn: () => callApi('/session/proof', { method: 'POST' }) })

/** Members without a password re-authenticate at their provider. */
export function useChangePassword() {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      confirmed(() => callApi('/session/password', { method: 'POST', body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}

export interface CodeSecret {
  secret: string
  uri: string
}

/** Codes are required once one is confirmed. */
export function useCodeSecret() {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () =>
      confirmed(
        async () => (await callApi<CodeSecret>('/session/second-factor', { method: 'POST' })).value,
      ),
  })
}

/** Returns the recovery codes. */
export const useConfirmCode = () =>
  useMutation({
    async mutationFn(code: string) {
      const path = '/session/second-factor/confirmation'
      const { value } = await callApi<{ recoveryCodes: string[] }>(path, {
        ...{ method: 'POST', body: { code } },
      })
      return value.recoveryCodes
    },
  })

export function useDropCodes() {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () => confirmed(() => callApi('/session/second-factor', { method: 'DELETE' })),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}
