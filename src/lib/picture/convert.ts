/**
 * Makes of an uploaded file a picture that mail programs show: PNG, JPEG or GIF, no wider than
 * needed, written anew, so that nothing but the picture is left. Decoding runs in a child process
 * that has little time and little memory.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createFairTurns } from '../fair-turns.ts'
import { limitProcessorTime } from '../processor-limit.ts'
import { copiedGif } from './gif.ts'
import { type PictureKind, readPictureHeader } from './picture-header.ts'
import { aboutPicture, type PictureDetail } from './words.ts'

export interface PictureJob {
  bytes: Uint8Array
  kind: PictureKind
  mostWidth: number
  /** With a play mark in the middle. */
  play?: boolean
}

export interface ConvertedPicture {
  /** WebP becomes one of them: Outlook does not show it. */
  kind: 'png' | 'jpeg' | 'gif'
  bytes: Buffer
  width: number
  height: number
}

/** Twice the width of the widest email. */
const MOST_WIDTH = 1400
const MOST_SIDE = 16_000
const MOST_PIXELS = 40_000_000
/** Of the processor. */
const MOST_MILLIS = 20_000
const turns = createFairTurns({ places: 3, ofEach: 2 })

/** In a checkout and in the package. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js',
  import.meta.url,
)

/**
 * The picture, or why the file is refused. `read` is called when it is the owner's turn; how many
 * wait is the caller's to bound.
 */
export const convertPicture = (
  owner: number,
  read: () => Promise<Buffer>,
  { play = false } = {},
): Promise<ConvertedPicture | PictureDetail> =>
  turns.run(owner, async () => converted(await read(), play))

async function converted(bytes: Buffer, play: boolean): Promise<ConvertedPicture | PictureDetail> {
  const header = readPictureHeader(bytes)
  if (!header) return aboutPicture('picture-none')
  if ('other' in header) return aboutPicture('picture-kind', { kind: header.other })
  const { kind, width, height } = header
  if (width === 0 || height === 0) return aboutPicture('picture-empty')
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    return aboutPicture('picture-large', {
      width,
      height,
      millions: MOST_PIXELS / 1e6,
      side: MOST_SIDE,
    })
  if (kind === 'gif' && play) return aboutPicture('picture-moves')
  if (kind === 'gif') {
    const copy = copiedGif(bytes)
    return copy ? { kind, bytes: copy, width, height } : aboutPicture('picture-cut')
  }
  const job = { bytes, kind, mostWidth: MOST_WIDTH, play }
  return (await inProcess(job)) ?? aboutPicture('picture-damaged')
}

/** Undefined: it took too much time or memory, or could not be read. */
async function inProcess(job: PictureJob): Promise<ConvertedPicture | undefined> {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const callOff = limitProcessorTime(child, MOST_MILLIS)
  const listening = new AbortController()
  const { signal } = listening
  try {
    child.on('error', () => {})
    child.send(job, () => {})
    const answer = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as ConvertedPicture | null),
      once(child, 'exit', { signal }).then(() => null),
    ])
    return answer ? { ...answer, bytes: Buffer.from(answer.bytes) } : undefined
  } finally {
    listening.abort()
    callOff()
    child.kill('SIGKILL')
  }
}
