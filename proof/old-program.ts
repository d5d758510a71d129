/** Programs of the old wire, which add people and opt them out while their service is changed. */
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD, USERNAME } from './killed-service.ts'

const LIST = '1'
const PAUSE_MILLIS = 100
const OPTED_OUT = -8
/** What an operation answers that did nothing, and wants to be called again later. */
const TRY_AGAIN = -5

export interface OldPrograms {
  /** Calls that were answered with more than "try again". */
  calls(): number
  /** Until so many more calls are answered. */
  callsMade(number: number): Promise<void>
  /** How often they were told to try again, and did. */
  refusals(): number
  /** Calls that were not answered, or not with what the operation promises. */
  failures: readonly string[]
  /** People they added, and those of them whom they opted out. */
  people(): { added: number; optedOut: number }
  stop(): Promise<void>
  /** Addresses of which the service at that origin does not know what was answered. */
  unknownAt(origin: string): Promise<string[]>
}

/** They call what `hostOf` names at that moment: a host name whose address is changed. */
export function startOldPrograms(programs: number, hostOf: () => string): OldPrograms {
  const ids = new Map<string, number>()
  const optedOut = new Set<string>()
  const failures: string[] = []
  let calls = 0
  let refusals = 0
  let going = true

  async function callUntilTaken(operation: string, values: Values): Promise<number> {
    for (;;) {
      const answer = await call(hostOf(), operation, values)
      if (answer !== TRY_AGAIN) {
        calls++
        return answer
      }
      refusals++
      await pause(PAUSE_MILLIS)
    }
  }

  /** The same answer each time. */
  async function add(email: string): Promise<void> {
    const id = await callUntilTaken('InsertSubscriber', subscriber(email))
    if (!(id > 0) || (ids.get(email) ?? id) !== id) throw new Error(`${email} is answered ${id}`)
    ids.set(email, id)
  }

  async function work(program: number): Promise<void> {
    for (let n = 1; going; n++) {
      const email = `program${program}-${n}@example.com`
      try {
        await add(email)
        await add(email)
        if (n % 10 === 0) {
          await callUntilTaken('MoveSubscriberToOptOutAll', { strEmail: email })
          optedOut.add(email)
        }
      } catch (error) {
        failures.push(String(error))
      }
      await pause(PAUSE_MILLIS)
    }
  }

  const working = Array.from({ length: programs }, (_, i) => work(i + 1))
  return {
    calls: () => calls,
    async callsMade(number) {
      for (const end = calls + number; calls < end; ) await pause(20)
    },
    refusals: () => refusals,
    failures,
    people: () => ({ added: ids.size, optedOut: optedOut.size }),
    async stop() {
      going = false
      await Promise.all(working)
    },
    async unknownAt(origin) {
      const unknown: string[] = []
      for (const [email, id] of ids) {
        const found = await call(origin, 'InsertSubscriber', subscriber(email))
        if (found !== (optedOut.has(email) ? OPTED_OUT : id))
          unknown.push(`${email}: ${found}, and it was ${id}`)
      }
      return unknown
    },
  }
}

type Values = Record<string, string>

const subscriber = (email: string): Values => ({ strEmail: email, strMailingListID: LIST })

/** The id, or the negative code of a refusal; NaN for an answer without a number. */
async function call(origin: string, operation: string, values: Values): Promise<number> {
  const answer = await fetch(`${origin}/externalapiservice.asmx/${operation}`, {
    method: 'POST',
    body: new URLSearchParams({ strUsername: USERNAME, strPassword: PASSWORD, ...values }),
  })
  const text = await answer.text()
  if (answer.status === 503) return TRY_AGAIN
  if (!answer.ok) throw new Error(`${operation} is answered with ${answer.status}`)
  return Number(/>(-?\d+)<\/\w+>\s*$/.exec(text)?.[1])
}
