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
): Promise<ConvertedPicture | string> => turns.run(owner, async () => converted(await read(), play))

async function converted(bytes: Buffer, play: boolean): Promise<ConvertedPicture | string> {
  const header = readPictureHeader(bytes)
  if (!header)
    return 'This is no picture: a PNG, a JPEG, a GIF or a WebP is wanted, whatever its name says.'
  if ('other' in header)
    return `This is ${header.other}. A PNG, a JPEG, a GIF or a WebP is wanted, whatever its name says.`
  const { kind, width, height } = header
  if (width === 0 || height === 0) return 'The picture has no width or no height.'
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    return (
      `The picture has ${width} × ${height} pixels. It may have ${MOST_PIXELS / 1e6} million, ` +
      `and ${MOST_SIDE} on a side: make it smaller first.`
    )
  if (kind === 'gif' && play) return 'A GIF moves by itself: take a PNG or a JPEG for a play mark.'
  if (kind === 'gif') {
    const copy = copiedGif(bytes)
    return copy ? { kind, bytes: copy, width, height } : 'The GIF is not whole, or too long.'
  }
  const job = { bytes, kind, mostWidth: MOST_WIDTH, play }
  return (await inProcess(job)) ?? 'The picture is damaged, and can not be read.'
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
