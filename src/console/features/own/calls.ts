/** A member's own settings: password, one-time codes, sessions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'
import { useConfirmed } from '../../api/confirmation.tsx'
import { SESSION } from '../../api/queries.ts'

const SESSIONS = ['sessions']

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: async () => (await call('GET /sessions')).items,
  })

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
}

/** Name, and language of emails: of all accounts that the person is in. */
export function useEditOwn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; language: string }) =>
      call('PATCH /session/person', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}

/** A link by mail that confirms the address. */
export const useAskProof = () => useMutation({ mutationFn: () => call('POST /session/proof') })

/** Members without a password re-authenticate at their provider. */
export function useChangePassword() {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      confirmed(() => call('POST /session/password', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}

export type CodeSecret = CallAnswer<'POST /session/second-factor'>

/** Codes are required once one is confirmed. */
export function useCodeSecret() {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () => confirmed(async () => await call('POST /session/second-factor')),
  })
}

/** Returns the recovery codes. */
export const useConfirmCode = () =>
  useMutation({
    async mutationFn(code: string) {
      const confirmed = await call('POST /session/second-factor/confirmation', { body: { code } })
      return confirmed.recoveryCodes
    },
  })

export function useDropCodes() {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () => confirmed(() => call('DELETE /session/second-factor')),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION }),
  })
}
