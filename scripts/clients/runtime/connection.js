/** Calls of the JSON API of Pennypost. */

export class PennypostError extends Error {
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`)
    this.name = 'PennypostError'
    this.status = status
    this.reason = problem.reason ?? 'unknown'
    this.detail = this.message
    this.field = problem.field
    this.errors = problem.errors ?? []
    this.call = problem.call
    this.retryAfter = retryAfter
  }
}

export class Connection {
  constructor({ url, key, fetch = globalThis.fetch, timeoutMillis = 30_000 }) {
    this.base = `${String(url).replace(/\/+$/, '')}/api/v1`
    this.key = key
    this.fetch = fetch
    this.timeoutMillis = timeoutMillis
  }

  async call(method, path, { body, query, options = {} }) {
    const isFile = body instanceof Uint8Array || typeof body === 'string'
    const given = body === undefined || isFile ? body : JSON.stringify(body)
    const answer = await this.fetch(this.base + path + search(query), {
      method,
      headers: headersOf(this.key, body, isFile, options),
      ...(given !== undefined && { body: given }),
      signal: AbortSignal.timeout(this.timeoutMillis),
    })
    if (!answer.ok) throw await errorOf(answer)
    if (answer.status === 204) return undefined
    const type = answer.headers.get('content-type') ?? ''
    if (answer.headers.has('content-disposition') || !type.startsWith('application/json'))
      return new Uint8Array(await answer.arrayBuffer())
    return answer.json()
  }
}

function headersOf(key, body, isFile, { idempotencyKey, ifMatch }) {
  return {
    Authorization: `Bearer ${key}`,
    ...(body !== undefined && {
      'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
    }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
  }
}

function search(query = {}) {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) given.append(name, String(value))
  return given.size === 0 ? '' : `?${given}`
}

async function errorOf(answer) {
  const text = await answer.text()
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  let problem = {}
  try {
    problem = JSON.parse(text)
  } catch {
    problem = { detail: text.slice(0, 500) || undefined }
  }
  return new PennypostError(answer.status, problem, Number.isNaN(seconds) ? undefined : seconds)
}
