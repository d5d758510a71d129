/** Single emails: searched, one with its tries and content, sent again. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'

export interface EmailChoice {
  words?: string
  projectId?: string
  state?: string
  since?: string
  until?: string
}

const PAGE = 50
/** An email that waits or is tried again changes by itself. */
const ASKING_MILLIS = 5_000

export const useEmails = (choice: EmailChoice) =>
  useInfiniteQuery({
    queryKey: ['emails', choice],
    queryFn: ({ pageParam: after }) =>
      call('GET /emails/search', { query: { ...choice, limit: PAGE, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useProjects = () =>
  useQuery({ queryKey: ['projects'], queryFn: () => call('GET /projects', {}) })

export const useEmail = (transactionId: number) =>
  useQuery({
    queryKey: ['emails', 'one', transactionId],
    queryFn: () => call('GET /transactions/:transactionId/tries', { params: { transactionId } }),
    refetchInterval: ASKING_MILLIS,
  })

export const useContent = (transactionId: number, allowed: boolean) =>
  useQuery({
    queryKey: ['emails', 'content', transactionId],
    queryFn: () => call('GET /transactions/:transactionId/content', { params: { transactionId } }),
    enabled: allowed,
  })

/** One key for each email that is asked for: a call that is repeated sends nothing. */
export function useAgain(transactionId: number) {
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: () =>
      call('POST /transactions/:transactionId/again', {
        params: { transactionId },
        idempotencyKey: key,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['emails'] }),
  })
}

/** Repeated, it withdraws what is left. */
export function useCancel(emailId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /emails/:emailId/cancel', { params: { emailId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['emails'] }),
  })
}
