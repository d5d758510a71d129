/**
 * Writing to standard output and standard error. On a terminal, what strangers wrote (bounces,
 * reasons, names) must not steer it.
 */
import { controlsShown } from '../lib/controls.ts'

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

/** What is to be written there of a text. */
export const textFor = (out: Out, text: string): string => (out.isTTY ? controlsShown(text) : text)

/** Answers, as write() does, whether more may be written at once. */
export const writeText = (out: Out, text: string): boolean => out.write(textFor(out, text))

/** Bytes as they are into a file or pipe; to a terminal the text they hold. */
export const writeBytes = (out: Out, bytes: Buffer): boolean =>
  out.isTTY ? writeText(out, bytes.toString('utf8')) : out.write(bytes)
