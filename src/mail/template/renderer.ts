/**
 * Converts MJML and inlines styles in child processes, so that a job that hangs, exhausts memory or
 * crashes is only rejected. Runs when a newsletter is written, never when it is sent. Processes are
 * kept for the next job: loading the renderers takes longer than most jobs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createFairTurns } from '../../lib/fair-turns.ts'
import { limitProcessorTime } from '../../lib/processor-limit.ts'
import { TemplateError, type TemplatePart } from './merge.ts'
import { templateSentence } from './words.ts'

export interface RenderJob {
  mjml?: string
  html?: string
}

export type RenderResult =
  | { html: string }
  | { problems: { line: number; tag: string; message: string }[] }

/** The answer of a process: it grows with its jobs. */
export interface RenderAnswer {
  result: RenderResult
  megabytes: number
}

/** Of the processor. */
const MOST_MILLIS = 20_000
const MOST_MEGABYTES = 512
const MOST_AT_ONCE = { places: 4, ofEach: 3 }
/** Idle processes, and for how long. */
const MOST_KEPT = 2
const KEPT_MILLIS = 300_000
/** A process that has done so much, or has grown so large, is not used again. */
const MOST_JOBS = 200
const MOST_KEPT_MEGABYTES = 350

/** In a checkout and in the package. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js',
  import.meta.url,
)

interface Kept {
  child: ChildProcess
  jobs: number
  timer?: NodeJS.Timeout
  /** Forgets it while it is idle. */
  drop?: () => void
}

const idle: Kept[] = []
const turns = createFairTurns({
  ...MOST_AT_ONCE,
  mostWaiting: { most: 8, says: 'Many emails of the account are being made. Try again later.' },
})

/**
 * The HTML of MJML, or HTML with inlined styles. Rejects with TemplateError if it takes more
 * processor time than `mostMillis`, and with TurnsFull if many jobs of the owner wait.
 */
export const inRenderProcess = (
  owner: number,
  work: RenderJob,
  part: TemplatePart,
  mostMillis = MOST_MILLIS,
): Promise<RenderResult> => turns.run(owner, () => rendered(work, part, mostMillis))

async function rendered(
  work: RenderJob,
  part: TemplatePart,
  mostMillis: number,
): Promise<RenderResult> {
  const kept = taken()
  const { child } = kept
  const callOff = limitProcessorTime(child, mostMillis)
  let megabytes = Number.POSITIVE_INFINITY
  try {
    const answer = await answerOf(child, work, part)
    megabytes = answer.megabytes
    return answer.result
  } finally {
    callOff()
    kept.jobs++
    const isDone = kept.jobs >= MOST_JOBS || megabytes > MOST_KEPT_MEGABYTES
    if (isDone || idle.length >= MOST_KEPT) child.kill('SIGKILL')
    else keep(kept)
  }
}

async function answerOf(
  child: ChildProcess,
  work: RenderJob,
  part: TemplatePart,
): Promise<RenderAnswer> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as RenderAnswer),
      once(child, 'exit', { signal }).then(() => {
        throw new TemplateError(templateSentence('template-too-large'), 1, 1, part)
      }),
      new Promise<never>((_, reject) => {
        child.send(work, error => error && reject(error))
      }),
    ])
  } finally {
    listening.abort()
  }
}

function taken(): Kept {
  const kept = idle.pop()
  if (kept) {
    clearTimeout(kept.timer)
    kept.child.off('exit', kept.drop!)
    kept.child.ref()
    kept.child.channel?.ref()
    return kept
  }
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Errors are reported by its end, or by the message that could not be sent.
  child.on('error', () => {})
  return { child, jobs: 0 }
}

/** It ends with this process, which need not wait for it. */
function keep(kept: Kept): void {
  const { child } = kept
  kept.drop = () => {
    const place = idle.indexOf(kept)
    if (place >= 0) idle.splice(place, 1)
    clearTimeout(kept.timer)
    child.kill('SIGKILL')
  }
  child.once('exit', kept.drop)
  child.unref()
  child.channel?.unref()
  kept.timer = setTimeout(kept.drop, KEPT_MILLIS).unref()
  idle.push(kept)
}
