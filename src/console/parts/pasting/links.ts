/** Addresses of links, as people type and paste them. */

/** The prefixes of links: addresses of the web, mail, a telephone, or a tag. */
export const LINK_START = /^(?:https?:\/\/|mailto:|tel:|sms:|#|\{\{)/i

/** Of what is typed as an address: `shop.example/peas` is on the web, `us@shop.example` is mail. */
export function wholeLink(typed: string): string {
  const link = typed.trim()
  if (LINK_START.test(link)) return link
  if (/^[^\s@/]+@[\w.-]+$/.test(link)) return `mailto:${link}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(link) ? `https://${link}` : link
}
