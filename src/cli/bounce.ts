/**
 * `pennypost bounce explain`: what a message that came back would be taken for, and why. Needs no
 * store and no settings.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Command } from 'commander'
import { type BounceJudgement, type JudgementKind, judgeMessage } from '../mail/bounces/judge.ts'
import { registerFacts } from './bounce-facts.ts'
import type { Context } from './context.ts'

interface ExplainOptions {
  json?: boolean
}

export function register(bounce: Command, context: Context): void {
  bounce
    .command('explain')
    .description(
      'Say what message files would be taken for: a dead address, a full mailbox, a complaint, an automatic answer.',
    )
    .argument('<files...>', 'messages as they came in, one a file; - for standard input')
    .option('--json', 'as JSON, one line a file')
    .addHelpText('after', '\nExample:\n  $ pennypost bounce explain returned.eml')
    .action((files: string[], options: ExplainOptions) => explainFiles(context, files, options))
  registerFacts(bounce, context)
}

function explainFiles(
  { print, progress }: Context,
  files: readonly string[],
  { json }: ExplainOptions,
): void {
  for (const file of files) {
    let message: Buffer
    try {
      message = beginningOf(file)
    } catch (error) {
      const { code, message: why } = error as NodeJS.ErrnoException
      progress(code === 'ENOENT' ? `There is no file ${file}.` : `${file} can't be read: ${why}.`)
      process.exitCode = 1
      continue
    }
    const { recipients } = judgeMessage(message)
    const first = firstFinal(recipients)
    if (json)
      print(
        JSON.stringify({
          file,
          ...inJson(first),
          ...(recipients.length > 1 ? { recipients: recipients.map(inJson) } : {}),
        }),
      )
    else
      for (const one of recipients.length > 1 ? recipients : [first])
        print(`${file}: ${sentence(one)}`)
  }
}

/** More is not looked at, so no more is read. */
const MOST = 20 << 20

function beginningOf(file: string): Buffer {
  const from = file === '-' ? 0 : openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    for (let length = 0; length < MOST; ) {
      const chunk = Buffer.allocUnsafe(1 << 16)
      const got = readSync(from, chunk)
      if (got === 0) break
      chunks.push(chunk.subarray(0, got))
      length += got
    }
    return Buffer.concat(chunks)
  } finally {
    if (from !== 0) closeSync(from)
  }
}

/**
 * What happened for good says more than a notice that a letter is late; what is known, more than
 * what is not.
 */
function firstFinal(recipients: readonly BounceJudgement[]): BounceJudgement {
  const rank = ({ kind }: BounceJudgement) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  return recipients.reduce((best, one) => (rank(one) < rank(best) ? one : best))
}

/** Keys always stand, so that a line can be read without looking which ones there are. */
const inJson = ({ kind, class: found, status, recipient, reply, rule }: BounceJudgement) => ({
  kind,
  class: found,
  status: status ?? null,
  recipient: recipient ?? null,
  reply: reply ?? null,
  rule,
})

const KINDS: Record<JudgementKind, string> = {
  hard: 'a hard bounce',
  soft: 'a soft bounce',
  blocked: 'a refusal that is about us or the letter, not the person',
  complaint: 'a complaint',
  unknown: 'a bounce for an unknown reason',
  none: 'no bounce',
}

function sentence({ kind, class: found, status, recipient, reply, rule }: BounceJudgement): string {
  const whom = recipient === undefined ? '' : ` of ${recipient}`
  const code = status === undefined ? '' : `, ${status}`
  return `${KINDS[kind]}${whom} (${found}${code}), by ${rule}.${reply === undefined ? '' : ` It says: ${reply}`}`
}
