/**
 * Downloads a URL that a caller passed to a file: the only way for import files and the like.
 * fetch-guard.ts decides where it may connect; request.ts does one request with its redirects,
 * body.ts writes the bytes to disk. This file has the retries with backoff, and the error messages.
 * docs/fetching.md is for users.
 */
import { type FileHandle, open as openFile, rm } from 'node:fs/promises'
import { aboutFile, type FileDetail } from '../file-words.ts'
import { checkUrl, shown } from './address.ts'
import { store, unpacked } from './body.ts'
import { ChangedMeanwhile, Failure, failedBy, failureOf } from './failure.ts'
import { type DownloadResponse, type FetchRules, open } from './request.ts'
import { inSeconds } from './words.ts'

export { checkUrl } from './address.ts'

export interface DownloadedFile {
  path: string
  /** Of the decompressed bytes, as on disk. */
  length: number
  /** Hexadecimal; of the same bytes. */
  sha256: string
  contentType: string | undefined
}

export interface NotFetched {
  /**
   * Transient: it is worth trying again after minutes, not seconds. The caller limits how often.
   */
  transient: boolean
  /** In English. */
  sentence: string
  /** The failure with its remedy, then the tries. Without password and query of the URL. */
  why: [FileDetail, ...FileDetail[]]
}

export const isFetched = (outcome: DownloadedFile | NotFetched): outcome is DownloadedFile =>
  'path' in outcome

/** The maximum pause between tries, also for Retry-After. */
export const LONGEST_PAUSE_MILLIS = 5 * 60_000

/**
 * Downloads the URL to a new file at `path` (mode 0600, replacing an existing one), as a stream.
 * Data compressed by gzip or deflate is decompressed. Retries transient failures, resuming an
 * interrupted transfer if the server supports ranges. The file exists if, and only if, the download
 * succeeded. Rejects with the signal's reason when aborted, and with the system's error when the
 * file can't be created.
 */
export async function download(
  url: string,
  path: string,
  rules: FetchRules,
  signal?: AbortSignal,
): Promise<DownloadedFile | NotFetched> {
  const wrong = checkUrl(url)
  if (wrong !== undefined) return { transient: false, sentence: wrong.detail, why: [wrong] }
  signal?.throwIfAborted()
  const run = startRun(new URL(url), rules, signal)
  try {
    return await fetchWithRetries(run, path)
  } catch (error) {
    await rm(path, { force: true })
    signal?.throwIfAborted()
    const failure = failureOf(error)
    if (!failure) throw error
    const why = whyOf(run, failure)
    const sentence = why.map(({ detail }) => detail).join(' ')
    return { transient: failure.transient, sentence, why }
  } finally {
    run.end()
  }
}

/** What a server has said of a document before, to be asked whether it has changed. */
export interface KnownDocument {
  etag: string | null
  lastModified: string | null
}

export interface FetchedDocument extends KnownDocument {
  body: Buffer
  contentType: string | undefined
}

/** A document that fits into memory, in one try: the caller comes back later. */
export async function fetchDocument(
  url: string,
  rules: FetchRules,
  known?: KnownDocument,
  signal?: AbortSignal,
): Promise<FetchedDocument | { unchanged: true } | NotFetched> {
  const wrong = checkUrl(url)
  if (wrong !== undefined) return { transient: false, sentence: wrong.detail, why: [wrong] }
  const run = startRun(new URL(url), rules, signal)
  const asked = {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  }
  try {
    const first = await open(run.url, rules, run.signal, undefined, asked)
    const parts: Buffer[] = []
    for await (const part of unpacked(first.body, first.encoding, rules.maxBytes)) parts.push(part)
    if (first.isUnchanged) return { unchanged: true }
    const { contentType, validators } = first
    return { body: Buffer.concat(parts), contentType, ...validators }
  } catch (error) {
    signal?.throwIfAborted()
    const failure = failureOf(error)
    if (!failure) throw error
    const why = whyOf(run, failure)
    const sentence = why.map(({ detail }) => detail).join(' ')
    return { transient: failure.transient, sentence, why }
  } finally {
    run.end()
  }
}

interface Run {
  url: URL
  rules: FetchRules
  /** Aborted by the caller, or by the total timeout. */
  signal: AbortSignal
  beganAt: number
  /** Tries started so far. */
  tries: number
  /** Closes the connection in progress, if any. */
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
  new Failure(failedBy('fetch-late', { seconds: inSeconds(totalMillis) }), {
    transient: true,
    last: true,
  })

async function fetchWithRetries(run: Run, path: string): Promise<DownloadedFile> {
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

/** Created anew: an existing file, or a link placed there, must not receive the data. */
async function newFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return openFile(path, 'wx', 0o600)
}

/**
 * The bytes of a response. If it is interrupted and had a strong entity tag, the rest is requested
 * as a range (RFC 9110 13.1.5), so that decompressed and stored bytes are not transferred again.
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

/** Throws permanent failures; otherwise waits for the backoff. */
async function pauseOrGiveUp(run: Run, error: unknown): Promise<void> {
  const { rules, signal } = run
  if (signal.aborted) throw signal.reason
  const failure = failureOf(error)
  if (!failure?.transient || failure.last || run.tries >= rules.tries) throw error
  if (failure instanceof ChangedMeanwhile) return
  const millis = pauseMillis(run.tries, rules.firstPauseMillis, failure.waitMillis)
  // The next try would start after the total timeout.
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

/** Exponential backoff; a longer Retry-After takes precedence. */
export function pauseMillis(tries: number, firstMillis: number, wished = 0): number {
  return Math.min(LONGEST_PAUSE_MILLIS, Math.max(wished, firstMillis * 2 ** (tries - 1)))
}

function whyOf({ url, tries, beganAt }: Run, { cause }: Failure): NotFetched['why'] {
  const failed = causeOf(cause, shown(url))
  const seconds = inSeconds(Date.now() - beganAt)
  return tries > 1 ? [failed, aboutFile('fetch-tried', { tries, seconds })] : [failed]
}

/** Each cause is a sentence once it has the address. */
const causeOf = ({ code, values }: Failure['cause'], address: string): FileDetail =>
  aboutFile(code, { ...values, address } as never)
