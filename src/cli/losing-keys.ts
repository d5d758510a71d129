/** Lists the API keys that lose rights by a change of their makers' rights. */
import type { LosingKey } from '../domain/members/api-keys/lost-rights.ts'
import type { Context } from './context.ts'

export function tellLosing(context: Context, losing: readonly LosingKey[]): void {
  for (const { account, id, name, lost, stopped } of losing)
    context.print(
      stopped
        ? `The API key ${id} (${name}) of ${account} has stopped. ${mend(account, id)}`
        : `The API key ${id} (${name}) of ${account} may no longer: ${lost.join(', ')}.`,
    )
}

const mend = (account: string, id: number): string =>
  `To let it go on: an owner takes it over, or pennypost api-key take-over ${id} ` +
  `--account ${account}`
