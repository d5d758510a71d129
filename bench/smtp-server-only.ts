/** The smtp-server package that only stores the bytes of messages: one file, without fsync. */
import { open } from 'node:fs/promises'
import { SMTPServer } from 'smtp-server'

const [port, path] = process.argv.slice(2)
const file = await open(path!, 'a')
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      file.write(Buffer.concat(chunks)).then(() => done(), done)
    })
  },
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
