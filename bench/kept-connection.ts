/** A connection of a load: what comes is read into one place, so that reading costs little. */
import { connect, type Socket } from 'node:net'

export const keptConnection = (
  port: number,
  read: (buffer: Buffer, length: number) => void,
): Socket =>
  connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(1 << 18),
      callback: (length, buffer) => {
        read(buffer as Buffer, length)
        return true
      },
    },
  })
