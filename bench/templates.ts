/**
 * Requests made beforehand, so that a load costs little: a row of # in one is replaced by a number,
 * another for each call.
 */

export interface Template {
  buffer: Buffer
  /** Where the number stands; below 0: nowhere. */
  place: number
}

const WIDTH = 10

function template(request: string): Template {
  const buffer = Buffer.from(request)
  return { buffer, place: buffer.indexOf('#'.repeat(WIDTH)) }
}

/**
 * For each connection those that it sends: of its own where a number is written into them, else the
 * same for all.
 */
export function templatesFor(requests: string[]): () => Template[] {
  const common = requests.map(template)
  return common.every(({ place }) => place < 0) ? () => common : () => requests.map(template)
}

/**
 * The serial number spread over all numbers of ten digits, so that new addresses fall everywhere
 * into the index.
 */
export function writeScattered({ buffer, place }: Template, serial: number): void {
  if (place < 0) return
  let number = Math.imul(serial + 1, 0x9e3779b1) >>> 0
  for (let at = place + WIDTH - 1; at >= place; at--) {
    buffer[at] = 48 + (number % 10)
    number = Math.floor(number / 10)
  }
}
