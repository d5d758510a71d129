/**
 * Social networks by the hosts of their links, and their icons: those of networks are drawn after
 * Simple Icons (CC0), 36 pixels with the room around them, twice as sharp.
 */
import { strongest } from '../../brand/colours.ts'
import { addressOfOwnPicture } from '../pictures/pictures.ts'

/** By host, or by name where the host says nothing: Mastodon stands on many. */
const NETWORKS: Record<string, readonly string[]> = {
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
  instagram: ['instagram.com'],
  linkedin: ['linkedin.com'],
  x: ['x.com', 'twitter.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  pinterest: ['pinterest.com', 'pin.it'],
  threads: ['threads.net', 'threads.com'],
  bluesky: ['bsky.app'],
  mastodon: ['mastodon.social', 'mastodon.online', 'mstdn.social'],
  whatsapp: ['whatsapp.com', 'wa.me'],
  telegram: ['telegram.org', 't.me'],
  github: ['github.com'],
}

/** Words in names for what is no network. */
const NAMED: Record<string, RegExp> = {
  rss: /^(?:rss|feed|atom)$/i,
  web: /^(?:web|website|webbplats|hemsida|homepage|webseite|www)$/i,
}

/** The network that a link leads to; undefined: one without an icon. */
export function networkOf({ name, href }: { name: string; href: string }): string | undefined {
  if (/^mailto:/i.test(href)) return 'mail'
  const host = URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : ''
  const words = name.trim().toLowerCase()
  const known = Object.entries(NETWORKS).find(
    ([network, hosts]) =>
      words === network || hosts.some(one => host === one || host.endsWith(`.${one}`)),
  )
  if (known) return known[0]
  if (words === 'twitter') return 'x'
  return Object.entries(NAMED).find(([, named]) => named.test(words))?.[0]
}

/** In white or black, whichever is read on the ground. */
export const addressOfIcon = (network: string, ground: string): string =>
  addressOfOwnPicture(`to-${network}-${strongest(ground) === '#ffffff' ? 'white' : 'black'}`)
