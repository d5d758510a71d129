/**
 * A gateway that is asked by HTTP, one request an SMS. Whether an SMS may have been taken is told
 * by how far the request came: before anything was sent it certainly was not; after that only an
 * answer says so, and without one it stays uncertain.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Gateway, type OutgoingSms, type SmsVerdict, verdict } from '../gateway.ts'
import { createPace } from '../smpp/pace.ts'
import { ask, type HttpAnswer } from './ask.ts'
import { describeHttp, type HttpTemplate, requestOf } from './template.ts'

export interface HttpGatewayOptions {
  template: HttpTemplate
  from: string
  rate: number | null
  /** How many requests at a time. */
  connections: number
  /** Where receipts of an SMS come to; empty when there is no such place. */
  callbackOf(name: string): string
  answerMillis?: number
  connectMillis?: number
  firstPauseMillis?: number
}

interface Job {
  sms: OutgoingSms
  since: number
  resolve(verdict: SmsVerdict): void
}

const PATIENCE_MILLIS = 60_000
const REFUSALS_IN_A_ROW = 5
const REST_MILLIS = 60_000
const CLOSED = 'The gateway was closed before the turn of this SMS'

export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { template, from, rate, connections, callbackOf, firstPauseMillis = 1000 } = options
  const { answerMillis = 60_000, connectMillis = 30_000 } = options
  const shown = describeHttp(template)
  const secure = template.url.toLowerCase().startsWith('https:')
  // Idle connections are ended before most servers end them: a request into one that is just being
  // closed would be uncertain.
  const agentOptions = {
    keepAlive: true,
    maxSockets: connections,
    timeout: 4000,
    keepAliveMsecs: 1000,
  }
  const agent = secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const pace = createPace(connections, firstPauseMillis)
  const waiting: Job[] = []
  let open = 0
  let restUntil = 0
  let trouble = ''
  let refusals = 0
  let closed = false
  let waking: NodeJS.Timeout | undefined
  let allDone: (() => void) | undefined
  const cut = new AbortController()

  return {
    shown,
    rate,
    enough: 2 * connections,
    send: sms =>
      new Promise(resolve => {
        if (closed) return resolve(verdict('unusable', CLOSED))
        if (Date.now() < restUntil) return resolve(verdict('unusable', trouble))
        waiting.push({ sms, since: Date.now(), resolve })
        pump()
      }),
    state: () => {
      const resting = Date.now() < restUntil
      return { up: !resting, trouble: resting ? trouble : pace.trouble() }
    },
    async close(graceMillis = 5000) {
      closed = true
      clearTimeout(waking)
      for (const { resolve } of waiting.splice(0)) resolve(verdict('unusable', CLOSED))
      const late = setTimeout(() => cut.abort(), graceMillis)
      if (open > 0)
        await new Promise<void>(resolve => {
          allDone = resolve
        })
      clearTimeout(late)
      agent.destroy()
    },
  }

  function pump(): void {
    while (waiting.length > 0 && pace.admits(open)) {
      const job = waiting.shift()!
      if (!job.sms.stillOurs())
        job.resolve(verdict('abandoned', 'It was held back before it was sent'))
      else if (Date.now() < restUntil) job.resolve(verdict('unusable', trouble))
      else if (Date.now() - job.since > PATIENCE_MILLIS)
        job.resolve(verdict('deferred', pace.trouble() ?? 'The gateway had no room for it'))
      else void run(job)
    }
    const wait = pace.waitMillis()
    if (wait > 0 && waiting.length > 0 && !waking && !closed)
      waking = setTimeout(() => {
        waking = undefined
        pump()
      }, wait)
  }

  function requestFor({ number, name, alphabet, segments, text, from: own }: OutgoingSms) {
    return requestOf(template, {
      to: number,
      digits: number.replace(/^\+/, ''),
      from: own ?? from,
      text,
      id: name,
      callback: callbackOf(name),
      coding: alphabet === 'gsm' ? '0' : '2',
      segments: String(segments.length),
    })
  }

  async function run(job: Job): Promise<void> {
    open++
    const asked = pace.asked()
    const answer = await ask(requestFor(job.sms), {
      secure,
      agent,
      connectMillis,
      answerMillis,
      signal: cut.signal,
    })
    open--
    const said = judge(template, answer, job.sms.name)
    if (said === 'throttled' && !closed) {
      pace.slowDown(asked, `status ${'status' in answer ? answer.status : 0}`)
      waiting.unshift(job)
    } else if (said === 'throttled') job.resolve(verdict('unusable', CLOSED))
    else {
      learn(said)
      job.resolve(said)
    }
    if (closed && open === 0) allDone?.()
    pump()
  }

  function learn({ outcome, aboutUs, reply }: SmsVerdict): void {
    if (outcome === 'accepted') {
      pace.taken()
      refusals = 0
    } else if (outcome === 'unusable' || (aboutUs && ++refusals >= REFUSALS_IN_A_ROW)) {
      trouble = reply
      restUntil = Date.now() + (outcome === 'unusable' ? REST_MILLIS / 6 : REST_MILLIS)
    }
  }
}

/** `name`: of the SMS, ours. */
function judge(template: HttpTemplate, answer: HttpAnswer, name: string): SmsVerdict | 'throttled' {
  // Its receipt names it by our name, so what is uncertain may become certain yet.
  if ('lost' in answer)
    return answer.sent
      ? verdict('uncertain', answer.lost, { gatewayIds: [name] })
      : verdict('unusable', answer.lost)
  const { status, text } = answer
  const reply = `${status} ${text.replace(/\s+/g, ' ').trim().slice(0, 200)}`.trim()
  if (status >= 200 && status < 300) {
    // The status says that it was understood; what was done with it, only the text does.
    if (template.ok && !template.ok.test(text)) return verdict('refused', reply)
    return verdict('accepted', reply, { gatewayIds: [template.id?.exec(text)?.[1] || name] })
  }
  if (status === 429 || status === 503) return 'throttled'
  // RFC 9110 15.5: what is wrong with the address, the log-in, or the form of the request is
  // wrong for all SMS.
  if ([401, 402, 403, 404, 405, 407, 410, 415].includes(status) || (status >= 300 && status < 400))
    return verdict('deferred', reply, { aboutUs: true })
  if (status < 500) return verdict('refused', reply)
  // It has had the SMS, and something went wrong then.
  return verdict('uncertain', reply, { gatewayIds: [name] })
}
