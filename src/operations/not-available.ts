/** What an operation of a later version answers: one clear refusal, a fault in every binding. */
import { Refusal } from '../domain/refusal.ts'

export const notAvailable = async (): Promise<never> => {
  throw new Refusal('not-available')
}
