/**
 * `pennypost bounce explain`: how a bounce message or a reply would be judged, and why. Needs
 * neither store nor settings.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Command } from 'commander'
import { bounces } from '../actions/bounces/bounces.ts'
import {
  type BounceJudgement,
  type JudgementKind,
  judgeMessage,
  judgeReply,
} from '../mail/bounces/judge.ts'
import { registerFacts } from './bounce-facts.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'

const EXPLAIN = actionOf(bounces, 'POST /bounces/explain')

interface ExplainOptions {
  reply?: string
  json?: boolean
}

export function register(bounce: Command, context: Context): void {
  const command = bounce
    .command('explain')
    .description(
      "Say what message files would be taken for, or a server's reply: a dead address, a full " +
        'mailbox, a complaint, an automatic answer.',
    )
    .argument('[files...]', 'messages as they came in, one a file; - for standard input')
    .option('--json', 'as JSON, one line a file')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost bounce explain returned.eml\n' +
        '  $ pennypost bounce explain --reply "550 5.1.1 User unknown"',
    )
    .action((files: string[], options: ExplainOptions, command: Command) => {
      const hasFiles = files.length > 0
      if (hasFiles === (options.reply !== undefined))
        command.error('error: give either files or --reply')
      explain(context, files, options)
    })
  takes(command, EXPLAIN, { values: ['reply'], optional: ['reply'] })
  registerFacts(bounce, context)
}

function explain(context: Context, files: readonly string[], options: ExplainOptions): void {
  const { reply, json } = options
  if (reply === undefined) explainFiles(context, files, options)
  else {
    const judged = judgeReply(reply, true)
    context.print(json ? JSON.stringify(inJson(judged)) : sentence(judged))
  }
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

/** The maximum number of bytes judged, and so read. */
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

/** A permanent failure takes precedence over a delay, and a known class over an unknown one. */
function firstFinal(recipients: readonly BounceJudgement[]): BounceJudgement {
  const rank = ({ kind }: BounceJudgement) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  return recipients.reduce((best, one) => (rank(one) < rank(best) ? one : best))
}

/** Keys are always present, so that a line can be parsed without checking for them. */
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
  blocked: 'a refusal that is about us or the email, not the person',
  complaint: 'a complaint',
  unknown: 'a bounce for an unknown reason',
  none: 'no bounce',
}

function sentence({ kind, class: found, status, recipient, reply, rule }: BounceJudgement): string {
  const whom = recipient === undefined ? '' : ` of ${recipient}`
  const code = status === undefined ? '' : `, ${status}`
  return (
    `${KINDS[kind]}${whom} (${found}${code}), by ` +
    `${rule}.${reply === undefined ? '' : ` It says: ${reply}`}`
  )
}
