/**
 * Writes to standard output and standard error. On a terminal, control characters in foreign text
 * (bounces, reasons, names) are made visible.
 */
import { controlsShown } from '../lib/controls.ts'

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

/** The text as it is written to this output. */
export const textFor = (out: Out, text: string): string => (out.isTTY ? controlsShown(text) : text)

/** Returns the result of write(): false for backpressure. */
export const writeText = (out: Out, text: string): boolean => out.write(textFor(out, text))

/** Unchanged bytes into a file or pipe; as text to a terminal. */
export const writeBytes = (out: Out, bytes: Buffer): boolean =>
  out.isTTY ? writeText(out, bytes.toString('utf8')) : out.write(bytes)
