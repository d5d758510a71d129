/** A sending for tests and pictures of the console: people, newsletters, and what readers do. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { personOf } from './console-people.ts'
import type { SunkMessage } from './smtp-sink.ts'

export type CallApi = (method: string, path: string, data?: unknown) => Promise<unknown>

/** Calls the JSON API with the session of a page. */
export const callerOf =
  (page: Page): CallApi =>
  async (method, path, data) => {
    const answer = await page.request.fetch(`${new URL(page.url()).origin}/api/v1${path}`, {
      method,
      headers: {
        'X-Pennypost-Console': '1',
        'Content-Type': Buffer.isBuffer(data) ? 'application/octet-stream' : 'application/json',
      },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.ok() ? '' : await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

/** Puts so many people on a list. */
export async function importPeople(call: CallApi, listId: number, people: number): Promise<void> {
  const lines = Array.from({ length: people }, (_, n) => {
    const { email, name } = personOf(n)
    return `${email},${name}`
  })
  const file = Buffer.from(`email,name\r\n${lines.join('\r\n')}\r\n`)
  const made = (await call('POST', `/imports?listId=${listId}&name=people.csv`, file)) as {
    id: number
  }
  await call('POST', `/imports/${made.id}/start`, { columns: ['email', 'name'] })
  const state = async () => ((await call('GET', `/imports/${made.id}`)) as { state: string }).state
  while ((await state()) !== 'completed') await new Promise(resolve => setTimeout(resolve, 100))
}

const LINKS = ['sekator-8', 'guide/appeltrad', 'guide/rosor', 'grensag-270']

export async function addNewsletter(
  call: CallApi,
  name: string,
  listId: number,
  host = 'https://127.0.0.1',
): Promise<number> {
  const links = LINKS.map(
    path => `<a href="${host}/${path}" style="background:#2f5d47;color:#fff">${path}</a>`,
  )
  const html =
    `<html><body style="font-family:Georgia;background:#fcfaf4"><h1>${name}</h1>` +
    `<p>Hej {{ name }}. ${links.join('</p><p>')}</p>` +
    '<p><a href="{{ unsubscribe_url }}">Avregistrera</a></p></body></html>'
  const source = { kind: 'html', html }
  const body = { name, subject: `${name} är här`, preheader: 'Tomat, chili', source, listId }
  return ((await call('POST', '/newsletters', body)) as { id: number }).id
}

const isPixel = (address: string): boolean => address.endsWith('.gif')

function trackedIn({ bytes }: Pick<SunkMessage, 'bytes'>): string[] {
  const text = bytes
    .toString('latin1')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return [...text.matchAll(/(?:src|href)="(http[^"]*\/t\/[^"]*)"/g)].map(([, at]) => at!)
}

/** Whether the opens of its reader are counted. */
export const isMeasured = (message: Pick<SunkMessage, 'bytes'>): boolean =>
  trackedIn(message).some(isPixel)

/** The addresses in the HTML of an email as it was received. */
export function addressesIn(message: Pick<SunkMessage, 'bytes'>): {
  pixel: string
  links: string[]
} {
  const found = trackedIn(message)
  const pixel = found.find(isPixel)
  assert.ok(pixel, 'an email has no pixel')
  // Those that people see: the first of the email. The last is the trap.
  return { pixel, links: [...new Set(found)].filter(one => one !== pixel).slice(0, LINKS.length) }
}

const PERSON = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
}

export const follow = (address: string): Promise<Response> =>
  fetch(address, { headers: PERSON, redirect: 'manual' })

/** As a program that looks at every link of an email before its reader does. */
export async function sweep(message: SunkMessage): Promise<void> {
  const { pixel, links } = addressesIn(message)
  await follow(pixel)
  await Promise.all(links.map(follow))
}
