/** Emails whose links lead to this machine only. */
import { ApiFailure } from '../../api/client.ts'

/** The service refuses them, unless told that the relay is on this machine, too. */
export const isOnlyHere = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'address-local'
