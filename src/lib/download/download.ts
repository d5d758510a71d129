/**
 * Fetching what a caller names into a file: the one way for import files and the like. Where it may
 * connect to is judged by fetch-guard.ts; one request with its redirects is request.ts, the bytes
 * on their way to the disk are body.ts. Here: the tries, the pauses between them, and the sentence
 * when nothing came of it. docs/fetching.md is for users.
 */
import { type FileHandle, open as openFile, rm } from 'node:fs/promises'
import { checkUrl, shown } from './address.ts'
import { store, unpacked } from './body.ts'
import { ChangedMeanwhile, duration, Failure, failureOf } from './failure.ts'
import { type DownloadResponse, type FetchRules, open } from './request.ts'

export { checkUrl } from './address.ts'

export interface DownloadedFile {
  path: string
  /** Of the unpacked bytes, as they lie on disk. */
  length: number
  /** Hexadecimal; of the same. */
  sha256: string
  contentType: string | undefined
}

export interface NotFetched {
  /**
   * Whether it is worth trying again later: minutes, not seconds. How often is the caller's to
   * bound.
   */
  passing: boolean
  /**
   * For people: what was tried, what went wrong, what to do. Holds neither password nor query of
   * the address.
   */
  sentence: string
}

export const isFetched = (outcome: DownloadedFile | NotFetched): outcome is DownloadedFile =>
  'path' in outcome

/** Pauses grow up to this, and a server that asks for more patience is given no more. */
export const LONGEST_PAUSE_MILLIS = 5 * 60_000

/**
 * Fetches the address into a file of its own at `path` (mode 0600; one that lies there goes first),
 * streamed. What is packed by gzip or deflate, on the way or as such, lies there unpacked. Tries
 * again by itself when the reason is a passing one, going on where a try broke off when the server
 * can do that. The file is there if, and only if, it was fetched. Rejects with the signal's reason
 * when stopped, and with the system's error when the file can't be made.
 */
export async function download(
  url: string,
  path: string,
  rules: FetchRules,
  signal?: AbortSignal,
): Promise<DownloadedFile | NotFetched> {
  const wrong = checkUrl(url)
  if (wrong !== undefined) return { passing: false, sentence: wrong }
  signal?.throwIfAborted()
  const run = startRun(new URL(url), rules, signal)
  try {
    return await untilFetched(run, path)
  } catch (error) {
    await rm(path, { force: true })
    signal?.throwIfAborted()
    const failure = failureOf(error)
    if (!failure) throw error
    return { passing: failure.passing, sentence: sentence(run, failure) }
  } finally {
    run.end()
  }
}

interface Run {
  url: URL
  rules: FetchRules
  /** Aborted by the caller, or when the total time is over. */
  signal: AbortSignal
  beganAt: number
  /** Begun ones. */
  tries: number
  /** Lets go of whatever is still under way. */
  end(): void
}

function startRun(url: URL, rules: FetchRules, signal: AbortSignal | undefined): Run {
  const ender = new AbortController()
  const timer = setTimeout(
    () => ender.abort(tooLong(rules)),
    Math.min(rules.totalMillis, 2 ** 31 - 1),
  )
  const both = signal ? AbortSignal.any([signal, ender.signal]) : ender.signal
  const end = () => {
    clearTimeout(timer)
    ender.abort()
  }
  return { url, rules, signal: both, beganAt: Date.now(), tries: 0, end }
}

const tooLong = ({ totalMillis }: FetchRules): Failure =>
  new Failure(`it was not done within ${duration(totalMillis)}`, {
    passing: true,
    last: true,
    todo: 'The server is too slow, or the file too large.',
  })

async function untilFetched(run: Run, path: string): Promise<DownloadedFile> {
  const { url, rules, signal } = run
  for (;;) {
    const file = await newFile(path)
    try {
      run.tries++
      const first = await open(url, rules, signal)
      const bytes = unpacked(received(run, first), first.encoding, rules.maxBytes)
      return { path, ...(await store(bytes, file)), contentType: first.contentType }
    } catch (error) {
      await pauseOrGiveUp(run, error)
    } finally {
      await file.close()
    }
  }
}

/** Made anew: whoever laid something there, or a link to elsewhere, has no part in it. */
async function newFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return openFile(path, 'wx', 0o600)
}

/**
 * The bytes of an answer. When it breaks off, and the server has said by an entity tag what it is a
 * part of, the rest is asked for (RFC 9110 13.1.5), so that what is unpacked and stored already
 * need not come again.
 */
async function* received(run: Run, first: DownloadResponse): AsyncGenerator<Buffer> {
  const { url, rules, signal } = run
  let opened = first
  let got = 0
  for (;;) {
    try {
      for await (const chunk of opened.body) {
        if (got === 0) rules.onFirstBytes?.()
        got += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      if (opened.tag === undefined || got === 0) throw error
      await pauseOrGiveUp(run, error)
    }
    run.tries++
    opened = await open(url, rules, signal, { from: got, tag: opened.tag! })
  }
}

/** Throws what is final; otherwise waits as long as it is due. */
async function pauseOrGiveUp(run: Run, error: unknown): Promise<void> {
  const { rules, signal } = run
  if (signal.aborted) throw signal.reason
  const failure = failureOf(error)
  if (!failure?.passing || failure.last || run.tries >= rules.tries) throw error
  if (failure instanceof ChangedMeanwhile) return
  const millis = pauseMillis(run.tries, rules.firstPauseMillis, failure.waitMillis)
  // Who would not be done before the end need not wait for it.
  if (Date.now() - run.beganAt + millis >= rules.totalMillis) throw error
  await new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, millis)
    signal.addEventListener('abort', done)
  })
  if (signal.aborted) throw signal.reason
}

/** After so many tries. The server's wish counts where it is for more patience than ours. */
export function pauseMillis(tries: number, firstMillis: number, wished = 0): number {
  return Math.min(LONGEST_PAUSE_MILLIS, Math.max(wished, firstMillis * 2 ** (tries - 1)))
}

function sentence({ url, tries, beganAt }: Run, { message, todo }: Failure): string {
  const tried =
    tries > 1 ? ` It was tried ${tries} times in ${duration(Date.now() - beganAt)}.` : ''
  return `${shown(url)} could not be fetched: ${message}.${tried}${todo ? ` ${todo}` : ''}`
}
