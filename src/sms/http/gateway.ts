/**
 * An HTTP gateway, one request per SMS. If nothing was sent, the SMS was certainly not accepted;
 * after that only a response decides, and without one the SMS is uncertain.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Gateway, type OutgoingSms, type SmsVerdict, verdict } from '../gateway.ts'
import { createPace } from '../smpp/pace.ts'
import { gatewayWords } from '../words.ts'
import { ask, type HttpAnswer } from './ask.ts'
import { describeHttp, type HttpTemplate, requestOf } from './template.ts'

export interface HttpGatewayOptions {
  template: HttpTemplate
  from: string
  rate: number | null
  /** Maximum concurrent requests. */
  connections: number
  /** The callback URL for receipts of an SMS; empty if there is none. */
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
const PAUSE_MILLIS = 60_000
const CLOSED = gatewayWords['gateway-shut']()

export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { template, from, rate, connections, callbackOf, firstPauseMillis = 1000 } = options
  const { answerMillis = 60_000, connectMillis = 30_000 } = options
  const shown = describeHttp(template)
  const secure = template.url.toLowerCase().startsWith('https:')
  // Idle connections are closed before most servers close them: a request on a connection that is
  // just being closed would be uncertain.
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
  let pausedUntil = 0
  let trouble = ''
  let rejections = 0
  let closed = false
  let wakeTimer: NodeJS.Timeout | undefined
  let onIdle: (() => void) | undefined
  const cut = new AbortController()

  return {
    shown,
    rate,
    saturation: 2 * connections,
    send: sms =>
      new Promise(resolve => {
        if (closed) return resolve(verdict('unusable', CLOSED))
        if (Date.now() < pausedUntil) return resolve(verdict('unusable', trouble))
        waiting.push({ sms, since: Date.now(), resolve })
        pump()
      }),
    state: () => {
      const paused = Date.now() < pausedUntil
      return { up: !paused, trouble: paused ? trouble : pace.trouble() }
    },
    async close(graceMillis = 5000) {
      closed = true
      clearTimeout(wakeTimer)
      for (const { resolve } of waiting.splice(0)) resolve(verdict('unusable', CLOSED))
      const late = setTimeout(() => cut.abort(), graceMillis)
      if (open > 0)
        await new Promise<void>(resolve => {
          onIdle = resolve
        })
      clearTimeout(late)
      agent.destroy()
    },
  }

  function pump(): void {
    while (waiting.length > 0 && pace.admits(open)) {
      const job = waiting.shift()!
      if (!job.sms.stillOurs())
        job.resolve(verdict('abandoned', gatewayWords['gateway-cancelled']()))
      else if (Date.now() < pausedUntil) job.resolve(verdict('unusable', trouble))
      else if (Date.now() - job.since > PATIENCE_MILLIS)
        job.resolve(verdict('deferred', pace.trouble() ?? gatewayWords['gateway-slow']()))
      else void run(job)
    }
    const wait = pace.waitMillis()
    if (wait > 0 && waiting.length > 0 && !wakeTimer && !closed)
      wakeTimer = setTimeout(() => {
        wakeTimer = undefined
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
    const sentEpoch = pace.epoch()
    const answer = await ask(requestFor(job.sms), {
      secure,
      agent,
      connectMillis,
      answerMillis,
      signal: cut.signal,
    })
    open--
    const result = verdictOf(template, answer, job.sms.name)
    if (result === 'throttled' && !closed) {
      pace.slowDown(sentEpoch, `status ${'status' in answer ? answer.status : 0}`)
      waiting.unshift(job)
    } else if (result === 'throttled') job.resolve(verdict('unusable', CLOSED))
    else {
      recordVerdict(result)
      job.resolve(result)
    }
    if (closed && open === 0) onIdle?.()
    pump()
  }

  function recordVerdict({ outcome, aboutUs, reply }: SmsVerdict): void {
    if (outcome === 'accepted') {
      pace.taken()
      rejections = 0
    } else if (outcome === 'unusable' || (aboutUs && ++rejections >= REFUSALS_IN_A_ROW)) {
      trouble = reply
      pausedUntil = Date.now() + (outcome === 'unusable' ? PAUSE_MILLIS / 6 : PAUSE_MILLIS)
    }
  }
}

/** `name`: our name of the SMS. */
function verdictOf(
  template: HttpTemplate,
  answer: HttpAnswer,
  name: string,
): SmsVerdict | 'throttled' {
  // Its receipt has our name, so the outcome may still become known.
  if ('lost' in answer)
    return answer.sent
      ? verdict('uncertain', answer.lost, { gatewayIds: [name] })
      : verdict('unusable', answer.lost)
  const { status, text } = answer
  const reply = `${status} ${text.replace(/\s+/g, ' ').trim().slice(0, 200)}`.trim()
  if (status >= 200 && status < 300) {
    // The status only means that the request was understood; the body says whether the SMS was
    // accepted.
    if (template.ok && !template.ok.test(text)) return verdict('refused', reply)
    return verdict('accepted', reply, { gatewayIds: [template.id?.exec(text)?.[1] || name] })
  }
  if (status === 429 || status === 503) return 'throttled'
  // RFC 9110 15.5: an error of the URL, the login or the request's format applies to all SMS.
  if ([401, 402, 403, 404, 405, 407, 410, 415].includes(status) || (status >= 300 && status < 400))
    return verdict('deferred', reply, { aboutUs: true })
  if (status < 500) return verdict('refused', reply)
  // The gateway received the SMS, and failed afterwards.
  return verdict('uncertain', reply, { gatewayIds: [name] })
}
