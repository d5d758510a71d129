/**
 * The last part of Feedback-ID, by which Gmail's Postmaster Tools tells senders apart: 5 to 15
 * characters, the same in all emails of an installation and of no other one.
 */
import { hash } from 'node:crypto'

const [LEAST, MOST] = [5, 15]
/** Of the hash, in a name that is too long or too short. */
const HASHED = 6

/** The host of PUBLIC_URL: `mail-example`, or its beginning and a hash: `mail-exa-0ab1c2`. */
export function feedbackSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  const name = hostname.replace(/[^a-z0-9]+/g, '-')
  if (name.length >= LEAST && name.length <= MOST) return name
  const mark = hash('sha256', hostname).slice(0, HASHED)
  return `${name.slice(0, MOST - HASHED - 1)}-${mark}`
}
