/**
 * SMTP authentication (RFC 4954): PLAIN (RFC 4616), LOGIN, CRAM-MD5 (RFC 2195) and XOAUTH2. Secrets
 * never leave this file except to the server: they are masked in its replies.
 */
import { createHmac } from 'node:crypto'
import type { SmtpReply } from './reply.ts'
import type { AuthMechanism } from './url.ts'

/** Sends one line and returns the reply. */
export type Ask = (line: string) => Promise<SmtpReply>

/**
 * With TLS, the plaintext mechanisms first, which every server implements correctly; without TLS,
 * the one that does not reveal the secret.
 */
const WHEN_ENCRYPTED: AuthMechanism[] = ['plain', 'login', 'cram-md5']
const IN_THE_CLEAR: AuthMechanism[] = ['cram-md5', 'plain', 'login']

/**
 * Chooses one of the offered mechanisms. XOAUTH2 needs a token as password, so it is used only if
 * configured, or if no other is offered.
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

/** Whether an eavesdropper could read the secret. */
export const isPlaintext = (mechanism: AuthMechanism): boolean => mechanism !== 'cram-md5'

/** Returns the last reply of the exchange: 235 on success. */
export async function authenticate(
  ask: Ask,
  mechanism: AuthMechanism,
  user: string,
  secret: string,
): Promise<SmtpReply> {
  const reply = await exchange(ask, mechanism, user, secret)
  return { ...reply, lines: reply.lines.map(line => masked(line, user, secret)) }
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
      // Never standardized. The prompts come in this order, with any text.
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
      // A rejection is sent as a challenge with the reason; an empty line requests the final reply.
      return reply.code === 334 ? ask('') : reply
    }
  }
}

/**
 * RFC 4954 4: sends an initial response only if the command stays within 512 octets; tokens are
 * often longer.
 */
async function withInitial(ask: Ask, name: string, response: string): Promise<SmtpReply> {
  const line = `AUTH ${name} ${response}`
  if (line.length <= 510) return ask(line)
  const prompt = await ask(`AUTH ${name}`)
  return prompt.code === 334 ? ask(response) : prompt
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function masked(line: string, user: string, secret: string): string {
  // Longest first, as these may contain the shorter ones.
  const forms = [
    base64(`user=${user}\x01auth=Bearer ${secret}\x01\x01`),
    base64(`\0${user}\0${secret}`),
    base64(secret),
    secret,
  ]
  return forms.reduce((text, form) => (form === '' ? text : text.replaceAll(form, '…')), line)
}
