/**
 * Whether a host, as it stands in an address, is the machine that reads it: nobody else can be
 * reached there, or listens in between.
 */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
