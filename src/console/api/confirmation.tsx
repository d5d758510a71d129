/**
 * Re-authentication: a change is tried, the password is asked for if the service requires it, and
 * the change is retried.
 */
import { createContext, useContext } from 'react'
import { ApiFailure, call } from './client.ts'

/** Asks for the password until the service takes it; rejects with PasswordRefused. */
export const AskPassword = createContext<() => Promise<void>>(() => Promise.reject(new Unasked()))

/** The dialog was closed: nothing was changed. */
export class PasswordRefused extends Error {}

class Unasked extends Error {}

export const givePassword = (password: string) =>
  call('POST /session/confirmation', { body: { password } })

export function useConfirmed() {
  const ask = useContext(AskPassword)
  return async <Answer,>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.reason !== 'not-confirmed') throw error
    }
    await ask()
    return change()
  }
}
