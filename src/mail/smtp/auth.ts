/**
 * Logging in at a relay (RFC 4954): PLAIN (RFC 4616), LOGIN, CRAM-MD5 (RFC 2195) and XOAUTH2.
 * The secret goes to the wire and nowhere else: a server that repeats it finds it blotted out.
 */
import { createHmac } from 'node:crypto'
import type { SmtpReply } from './reply.ts'
import type { AuthMechanism } from './url.ts'

/** Sends one line and gives the reply to it. */
export type Ask = (line: string) => Promise<SmtpReply>

/**
 * Over TLS the plain ones, which every server gets right; without it the one that does not show the
 * secret.
 */
const WHEN_ENCRYPTED: AuthMechanism[] = ['plain', 'login', 'cram-md5']
const IN_THE_CLEAR: AuthMechanism[] = ['cram-md5', 'plain', 'login']

/**
 * Which of the offered mechanisms to use. XOAUTH2 wants a token for a password and is used when it
 * is asked for, or alone offered.
 */
export function chooseMechanism(
  offered: readonly string[],
  encrypted: boolean,
  wanted?: AuthMechanism,
): AuthMechanism | null {
  const names = offered.map(name => name.toLowerCase())
  if (wanted) return names.includes(wanted) ? wanted : null
  const known = [...(encrypted ? WHEN_ENCRYPTED : IN_THE_CLEAR), 'xoauth2' as const]
  return known.find(mechanism => names.includes(mechanism)) ?? null
}

/** Whether anybody who listens could read the secret out of the exchange. */
export const showsSecret = (mechanism: AuthMechanism): boolean => mechanism !== 'cram-md5'

/** The reply that ends the exchange: 235 when we are in. */
export async function authenticate(
  ask: Ask,
  mechanism: AuthMechanism,
  user: string,
  secret: string,
): Promise<SmtpReply> {
  const reply = await exchange(ask, mechanism, user, secret)
  return { ...reply, lines: reply.lines.map(line => blot(line, user, secret)) }
}

async function exchange(
  ask: Ask,
  mechanism: AuthMechanism,
  user: string,
  secret: string,
): Promise<SmtpReply> {
  switch (mechanism) {
    case 'plain':
      return withInitial(ask, 'PLAIN', base64(`\0${user}\0${secret}`))
    case 'login': {
      // Never standardised. The two prompts come in this order, whatever their words.
      const prompt = await ask('AUTH LOGIN')
      if (prompt.code !== 334) return prompt
      const second = await ask(base64(user))
      return second.code === 334 ? ask(base64(secret)) : second
    }
    case 'cram-md5': {
      const challenge = await ask('AUTH CRAM-MD5')
      if (challenge.code !== 334) return challenge
      const nonce = Buffer.from(challenge.lines[0]!.trim(), 'base64')
      return ask(base64(`${user} ${createHmac('md5', secret).update(nonce).digest('hex')}`))
    }
    case 'xoauth2': {
      const reply = await withInitial(
        ask,
        'XOAUTH2',
        base64(`user=${user}\x01auth=Bearer ${secret}\x01\x01`),
      )
      // A refusal comes as a challenge that explains it; an empty line asks for the reply proper.
      return reply.code === 334 ? ask('') : reply
    }
  }
}

/**
 * RFC 4954 4: an initial response only where the command stays within 512 octets; tokens are often
 * longer.
 */
async function withInitial(ask: Ask, name: string, response: string): Promise<SmtpReply> {
  const line = `AUTH ${name} ${response}`
  if (line.length <= 510) return ask(line)
  const prompt = await ask(`AUTH ${name}`)
  return prompt.code === 334 ? ask(response) : prompt
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function blot(line: string, user: string, secret: string): string {
  // The longer ones first, which may hold the shorter.
  const forms = [
    base64(`user=${user}\x01auth=Bearer ${secret}\x01\x01`),
    base64(`\0${user}\0${secret}`),
    base64(secret),
    secret,
  ]
  return forms.reduce((text, form) => (form === '' ? text : text.replaceAll(form, '…')), line)
}
