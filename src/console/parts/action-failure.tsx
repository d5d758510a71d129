/** A change that failed; a dialog that was closed is no failure. */
import { PasswordRefused } from '../api/confirmation.tsx'
import { Failure } from './states.tsx'

export const TeamFailure = ({ error }: { error: unknown }) =>
  error && !(error instanceof PasswordRefused) ? <Failure error={error} /> : null
