/** For read-only operations: an id and an address of different subscribers match none. */
import { Refusal } from '../domain/refusal.ts'

export async function unlessAmbiguous(
  named: Promise<number | undefined>,
): Promise<number | undefined> {
  try {
    return await named
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not-the-same') return undefined
    throw error
  }
}
