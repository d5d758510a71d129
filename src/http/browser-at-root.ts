/** A browser at the host name is sent to the console; a program to the service. */
import type { IncomingMessage } from 'node:http'

const LONGEST_ACCEPT = 500

export const isBrowserAtRoot = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  url === '/' &&
  (headers.accept ?? '').slice(0, LONGEST_ACCEPT).includes('text/html')
