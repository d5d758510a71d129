/** How the client of a session signs in (RFC 4954): by TLS only, within a time, slowly if wrong. */
import type { Connection } from './connection.ts'
import { type SaslDialog, startSasl } from './sasl.ts'
import type { Submission } from './terms.ts'

interface EntranceEvents {
  say(reply: string): void
  /** Reads no command until the task is done. */
  waitFor(task: Promise<void>): void
}

export interface Entrance<Client> {
  /** Undefined: nobody has signed in. */
  client(): { is: Client } | undefined
  /** The next line is a response, and no command. */
  active(): boolean
  /** AUTH. */
  begin(line: string): void
  respond(line: string): void
  /** The reply to a command of who has not signed in. */
  refusal(): string
  close(): void
}

export function createEntrance<Client>(
  connection: Connection,
  { signInMillis, wrongPasswords, signIn }: Submission<Client>,
  { say, waitFor }: EntranceEvents,
): Entrance<Client> {
  const late = setTimeout(() => connection.end('421 4.4.2 Nobody has signed in'), signInMillis)
  let client: { is: Client } | undefined
  let dialog: SaslDialog | undefined
  let wrong = 0

  function respond(response: string | undefined) {
    const step = dialog!.next(response)
    if (typeof step === 'object' && 'challenge' in step) return say(`334 ${step.challenge}`)
    dialog = undefined
    if (step === 'cancelled') return say('501 5.7.0 Cancelled')
    if (step === 'malformed') return say('501 5.5.2 The response is not readable')
    const { peer, gone } = connection
    waitFor(
      signIn({ ...step, peer }, gone).then(outcome => {
        if ('refused' in outcome) return refuse(outcome.refused)
        clearTimeout(late)
        client = { is: outcome.client }
        say('235 2.7.0 Signed in')
      }),
    )
  }

  function refuse(reply: string) {
    if (++wrong < wrongPasswords) say(reply)
    else connection.end(reply)
  }

  return {
    client: () => client,
    active: () => dialog !== undefined,
    begin(line) {
      if (!connection.encrypted) return say('538 5.7.11 Start TLS first')
      if (client) return say('503 5.5.1 Already signed in')
      const started = startSasl(line)
      if (!started) return say('504 5.5.4 PLAIN and LOGIN are offered')
      dialog = started.dialog
      respond(started.initial)
    },
    respond,
    refusal: () =>
      connection.encrypted ? '530 5.7.0 Sign in first' : '530 5.7.0 Start TLS and sign in first',
    close: () => clearTimeout(late),
  }
}
