/**
 * `pennypost mcp`: the tools of a service for assistants that start a program and speak the Model
 * Context Protocol with it. Each call goes to /mcp of the service.
 */
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { programVersion } from '../lib/build.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { CommandFailed, type Context } from './context.ts'

const KEY = 'PENNYPOST_KEY'
const MOST_MILLIS = 120_000

export function register(command: Command, context: Context): void {
  command
    .option('--url <address>', 'of the service; by default that of this machine')
    .addHelpText(
      'after',
      `
An assistant starts it, and speaks with it by standard input and output. It takes an API key from
${KEY}: what the key may read, the assistant reads. The tools save newsletters and filters
where the key may; none of them sends, spends, erases, or changes a subscriber. An assistant that
takes an address can use ADDRESS/mcp itself, with the header Authorization: Bearer KEY.

Examples:
  $ pennypost api-key add assistant --rights read,content,people
  $ ${KEY}=... pennypost mcp --url https://news.example.com`,
    )
    .action((options: { url?: string }) => serve(context, options.url))
}

async function serve(context: Context, url: string | undefined): Promise<void> {
  const key = process.env[KEY]
  if (key === undefined || key === '')
    throw new CommandFailed(
      `${KEY} is not set. To make a key: pennypost api-key add assistant --rights read`,
    )
  const origin = url ?? serviceOrigin(context.config().http)
  const forward = forwardTo(new URL('/mcp', origin), key)
  await new Promise<void>(resolve => {
    const handle = serveStdio(() => {
      const server = new Server(
        { name: 'pennypost', version: programVersion() },
        { capabilities: { tools: {} } },
      )
      server.setRequestHandler('tools/list', ({ params }) => forward('tools/list', params))
      server.setRequestHandler('tools/call', ({ params }) => forward('tools/call', params))
      return server
    })
    process.stdin.once('end', () => void handle.close().then(resolve))
  })
}

let calls = 0

/** Sends a request, and returns its result. Throws with the word of the service. */
const forwardTo = (address: URL, key: string) =>
  async function forward<Result>(method: string, params: unknown): Promise<Result> {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params: params ?? {} }),
      signal: AbortSignal.timeout(MOST_MILLIS),
    })
    const text = await answer.text()
    const { result, error, detail, title } = JSON.parse(messageIn(text))
    if (!answer.ok || error)
      throw new Error(error?.message ?? detail ?? title ?? `answered with ${answer.status}`)
    return result
  }

/** The answer as it is, or the only event of a stream. */
const messageIn = (text: string): string =>
  /^data: (.*)$/m.exec(text.startsWith('{') ? '' : text)?.[1] ?? text
