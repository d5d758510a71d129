/**
 * An account with something on each page of the console. Each word of its own data has a mark, so
 * what else a page says is the console's.
 */
import type { SendingReport } from '../../src/actions/sendings/sending-report.ts'
import { MARK } from './console-languages.ts'
import { addressesIn, type CallApi, follow } from './console-sending.ts'
import type { Sink } from './smtp-sink.ts'
import { until } from './until.ts'

/** Words of its own data. */
const own = (...words: string[]): string => words.map(word => `${MARK}${word}`).join(' ')
const at = (name: string): string => `${MARK}${name}@${MARK}shop.example`

/** Said by its relay to one of its people. */
export const RELAY_REPLY = `550 5.1.1 ${own('unknown', 'box')}`
export const REFUSED = at('gone')

const ROWS = [
  'E-post;Namn;Ort;Datum;Belopp',
  `${at('ida')};${own('ida')};${own('kiel')};2026-03-01;12,50`,
  `${at('left')};${own('lena')};${own('kiel')};2026-03-02;7`,
  `${MARK}none;${own('nils')};${own('ulm')};;`,
]
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const TRIGGER = (listId: number, newsletter: string) =>
  `trigger: ${own('welcome')}\nlist: ${listId}\nzone: Europe/Berlin\nstart: joined\nsteps:\n` +
  `  - step: ${own('hello')}\n    send: ${newsletter}\n  - step: ${own('pause')}\n` +
  '    wait: 3 days\n    then: end\n'
const TEMPLATE =
  `<h1 data-slot="${MARK}title">${own('news')}</h1>` +
  `<p><a href="{{ unsubscribe_url }}">${own('leave')}</a></p>`

const document = {
  blocks: [
    { id: 'h', type: 'heading', level: 1, html: own('beds', 'warm') },
    { id: 't', type: 'text', html: `<p>${own('sow')} {{ name }}</p>` },
    { id: 'b', type: 'button', text: own('seeds'), href: 'https://127.0.0.1/a' },
  ],
}

interface Made {
  id: number
}

/** Makes all of it: list 1, form 1, import 1 done and 2 waiting, sending 1 finished, and so on. */
export async function fillAccount(call: CallApi, sink: Sink): Promise<void> {
  const make = async (path: string, body: unknown) => (await call('POST', path, body)) as Made
  const list = { description: own('each', 'month'), fromEmail: 'post@qxshop.example' }
  for (const name of ['garden', 'friends'])
    await make('/lists', { ...list, name: own(name, 'letter') })
  for (const [number, name] of [own('town'), own('day'), own('sum')].entries())
    await call('PATCH', `/fields/${number + 1}`, { name })
  for (const name of ['ida', 'opens', 'left', 'gone'])
    await make('/subscribers', {
      listId: 1,
      email: at(name),
      name: own(name, 'person'),
      fields: { DD1: own('kiel') },
    })
  await files(call)
  await make('/filters', { name: own('kiel', 'people'), where: `DD1 = "${own('kiel')}"` })
  await make('/forms', { name: own('front', 'page'), listIds: [1], asked: ['name', 'DD1'] })
  await make('/sign-ups', { formId: 1, email: at('eve'), name: own('eve') })
  await content(call)
  await send(call, sink)
  await make('/proposals/sendings', { newsletterId: 1, listIds: [1], note: own('asked') })
  await make('/sms/to-number', { number: '+46701740605', text: own('frost') })
  await behind(call)
}

async function files(call: CallApi): Promise<void> {
  const rows = Buffer.from(`${ROWS.join('\n')}\n`)
  for (const name of ['people', 'more'])
    await call('POST', `/imports?listId=1&name=${MARK}${name}.csv`, rows)
  const columns = ['email', 'name', 'DD1', 'DD2', '-']
  await call('POST', '/imports/1/start', { columns })
  const state = async () => ((await call('GET', '/imports/1')) as { state: string }).state
  await until(async () => (await state()) === 'completed')
  await call('POST', '/opt-outs', { email: at('out'), reason: own('telephone') })
  const bounced = Buffer.from(`${at('bounced')}\n`)
  await call('POST', `/suppressions/import?reason=${MARK}former`, bounced)
}

async function content(call: CallApi): Promise<void> {
  await call('POST', `/media?name=${MARK}bed.png&alt=${MARK}bed`, PIXEL)
  const blocks = [{ id: 's', type: 'text', html: `<p>${own('delivery')}</p>` }]
  await call('POST', '/saved-blocks', { name: own('delivery'), blocks })
  const source = { kind: 'html', html: TEMPLATE }
  await call('POST', '/templates', { name: own('shop', 'letter'), source })
  await call('PUT', `/test-groups/${MARK}office`, { emails: [at('office')] })
  for (const name of ['spring', 'summer']) {
    const texts = { name: own(name), subject: own(name, 'subject'), preheader: own('three') }
    const source = { kind: 'blocks', document }
    const made = (await call('POST', '/newsletters', { ...texts, listId: 1, source })) as Made
    await call('PATCH', `/newsletters/${made.id}/place`, { folder: own('year') })
  }
  await call('POST', '/triggers', { source: TRIGGER(1, own('spring')), local: true })
  await singleEmail(call)
}

/** It waits for its time: it has no reply of a relay. */
async function singleEmail(call: CallApi): Promise<void> {
  const project = { name: own('orders'), newsletterId: 1, fromEmail: at('till') }
  const { id } = (await call('POST', '/projects', project)) as Made
  await call('POST', '/emails', {
    project: String(id),
    to: { email: at('ida'), name: own('ida', 'person') },
    subject: own('order', 'taken'),
    text: own('thanks'),
    identifier: `${MARK}order`,
    sendAt: '2099-01-01T09:00:00Z',
  })
}

/** A newsletter to a list, opened and clicked by one, left by one, refused for one. */
async function send(call: CallApi, sink: Sink): Promise<void> {
  const order = { newsletterId: 2, listIds: [1], local: true, anyway: true, holdSeconds: 0 }
  const sending = (await call('POST', '/sendings', order)) as Made
  const state = async () =>
    ((await call('GET', `/sendings/${sending.id}`)) as { state: string }).state
  await until(async () => (await state()) === 'finished')
  const emailTo = (name: string) => sink.messages.find(({ rcpts }) => rcpts[0]!.includes(at(name)))!
  const { pixel, links } = addressesIn(emailTo('opens'))
  await follow(pixel)
  await follow(links[0]!)
  const [, leave] = /^List-Unsubscribe: .*<(http[^>]+)>/m.exec(
    emailTo('left').bytes.toString('latin1').replaceAll('\r\n ', ' '),
  )!
  const body = 'List-Unsubscribe=One-Click'
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await fetch(leave!, { method: 'POST', body, headers })
  await until(async () => {
    const report = (await call('GET', `/sendings/${sending.id}/report`)) as SendingReport
    return report.figures.opens.people === 1 && report.figures.clicks.people === 1
  })
}

/** What runs it: members, keys, domains, hosts, relays. */
async function behind(call: CallApi): Promise<void> {
  await call('POST', '/api-keys', { name: own('webshop'), rights: ['read', 'people'] })
  await call('POST', '/dkim-keys', { domain: `${MARK}shop.example` })
  await call('POST', '/invitations', { email: at('agency'), role: 'viewer', mail: false })
  await call('POST', '/hosts', { host: `news.${MARK}shop.example` })
  await call('POST', '/event-sources', { name: `${MARK}shop`, event: `${MARK}order` })
  const url = 'smtp://127.0.0.1:465'
  await call('POST', '/installation/routes', { name: `${MARK}second`, url })
  await call('POST', '/bulk-jobs', { action: { do: 'join', listId: 2 }, filterId: 1 })
  await call('POST', '/sendings', {
    newsletterId: 1,
    listIds: [2],
    local: true,
    anyway: true,
    at: '2030-05-01T08:00:00Z',
  })
}
