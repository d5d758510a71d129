/** Whether the host of a URL is the local machine: a connection to it does not cross a network. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
