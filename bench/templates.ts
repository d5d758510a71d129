/**
 * Prebuilt requests, so that a load is cheap: a row of # is replaced by a number unique to each
 * call.
 */

export interface Template {
  buffer: Buffer
  /** Offset of the number; negative for none. */
  place: number
}

const WIDTH = 10

function template(request: string): Template {
  const buffer = Buffer.from(request)
  return { buffer, place: buffer.indexOf('#'.repeat(WIDTH)) }
}

/** Templates for each connection: copies if a number is written into them, else shared. */
export function templatesFor(requests: string[]): () => Template[] {
  const common = requests.map(template)
  return common.every(({ place }) => place < 0) ? () => common : () => requests.map(template)
}

/**
 * The first request of a connection. Each begins at another part of the requests: side by side,
 * they would send each request as often as there are connections, within a moment.
 */
export const firstOf = (connection: number, connections: number, requests: number): number =>
  Math.floor((connection * requests) / connections)

/**
 * Writes the serial number scattered over ten digits, so that new addresses are spread over the
 * index.
 */
export function writeScattered({ buffer, place }: Template, serial: number): void {
  if (place < 0) return
  let number = Math.imul(serial + 1, 0x9e3779b1) >>> 0
  for (let at = place + WIDTH - 1; at >= place; at--) {
    buffer[at] = 48 + (number % 10)
    number = Math.floor(number / 10)
  }
}
