/**
 * Converts MJML and inlines styles in a child process for each job, so that one that hangs,
 * exhausts memory or crashes is only rejected. Runs when a newsletter is saved, never when it is
 * sent.
 */
import { fork } from 'node:child_process'
import { TemplateError, type TemplatePart } from './merge.ts'

export interface RenderJob {
  mjml?: string
  html?: string
}

export type RenderResult =
  | { html: string }
  | { problems: { line: number; tag: string; message: string }[] }

const MOST_MILLIS = 20_000
const MOST_MEGABYTES = 512

/** In a checkout and in the package. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js',
  import.meta.url,
)

/**
 * The HTML of MJML, or HTML with inlined styles. Rejects with TemplateError if it takes longer than
 * `mostMillis`.
 */
export async function inRenderProcess(
  work: RenderJob,
  part: TemplatePart,
  mostMillis = MOST_MILLIS,
): Promise<RenderResult> {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMillis)
  try {
    return await new Promise<RenderResult>((resolve, reject) => {
      child.once('message', message => resolve(message as RenderResult))
      child.once('error', reject)
      child.once('exit', () =>
        reject(
          new TemplateError('It is too large, or nested too deeply, to be processed.', 1, 1, part),
        ),
      )
      child.send(work, error => error && reject(error))
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
