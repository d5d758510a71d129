/** A connection of a load; it reads into one buffer, so that reading is cheap. */
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
