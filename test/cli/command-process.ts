/**
 * Runs commands one after the other in this process, which a test has started: loading Node and our
 * modules takes most of the time of a command. To a command it is a process of its own: it has its
 * arguments, environment, folder, standard input and exit code, and has ended when nothing is left
 * that keeps a process alive.
 */
import { closeSync, createReadStream, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Order {
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  input: string
  /** Written behind all output of the command. */
  mark: string
}

const [, , program] = process.argv
const { main } = (await import(program!)) as { main(argv: string[]): Promise<void> }
let mark: string

const OUTPUTS = [process.stdout, process.stderr]
const listenersOf = (output: NodeJS.WriteStream) =>
  output.eventNames().flatMap(name => output.rawListeners(name).map(one => [name, one] as const))
const OWN = new Set(OUTPUTS.flatMap(listenersOf).map(([, listener]) => listener))

/** Those that a command has left: the process of a command ends with them. */
function dropListeners(): void {
  for (const output of OUTPUTS)
    for (const [name, listener] of listenersOf(output))
      if (!OWN.has(listener)) output.removeListener(name, listener as () => void)
}

process.on('message', (order: Order) => {
  // From here on only the command keeps this process alive.
  process.channel!.unref()
  mark = order.mark
  process.chdir(order.cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, order.env)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...order.args)
  process.exitCode = undefined
  giveInput(order.input)
  main(process.argv)
})

const inputFile = join(tmpdir(), `pennypost-input-${process.pid}`)

function giveInput(input: string): void {
  writeFileSync(inputFile, input)
  closeSync(0)
  // The lowest free number, which is 0.
  openSync(inputFile, 'r')
  rmSync(inputFile)
  const value = createReadStream('', { fd: 0, autoClose: false })
  Object.defineProperty(process, 'stdin', { value, configurable: true })
}

// Here the process of the command would end.
process.on('beforeExit', () => {
  dropListeners()
  process.channel!.ref()
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send!(process.exitCode ?? 0)
})

process.on('disconnect', () => process.exit())
