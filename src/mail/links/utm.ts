/** Parameters that web analytics read, added to the addresses of links: UTM parameters. */

/** Of one email: the tags in the values are filled in. */
export interface UtmParameters {
  /** Only links to these hosts, and to hosts below them, get parameters. In lower case. */
  hosts: readonly string[]
  parameters: readonly (readonly [name: string, value: string])[]
}

/**
 * The web address with the parameters, before its fragment. A parameter that the address has
 * already stays as it is. `most`: a longer address gets none.
 */
export function withUtm(
  address: string,
  { hosts, parameters }: UtmParameters,
  most = Number.POSITIVE_INFINITY,
): string {
  const url = URL.parse(address)
  if (!url || !hosts.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`)))
    return address
  const given = new Set(Array.from(url.searchParams.keys(), name => name.toLowerCase()))
  const added = parameters
    .filter(([name]) => !given.has(name.toLowerCase()))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  if (added.length === 0) return address
  const at = address.indexOf('#')
  const [before, fragment] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
  const glue = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  const whole = `${before}${glue}${added.join('&')}${fragment}`
  return whole.length > most ? address : whole
}
