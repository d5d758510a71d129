/** The address of a relay as it is given to commands. */
import { readRelay } from '../actions/relays/add-relay.ts'
import { urlGiven } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'

/** By --url, or at the prompt: with a secret in it, only there. */
export async function addressGiven(context: Context, given: string | undefined): Promise<string> {
  const url = await urlGiven(context, given, 'Address of the relay: ')
  const address = readRelay(url)
  const isSecret = address.password !== undefined || address.grant !== undefined
  if (given !== undefined && isSecret)
    throw new CommandFailed(
      'A password on the command line can be seen by others: omit --url, and give the URL ' +
        'at the prompt or on standard input.',
    )
  return url
}
