/** The parts of the smpp package that the tests use; it brings no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { AddressInfo, Server as NetServer } from 'node:net'

  export interface PDU {
    command: string
    command_status: number
    sequence_number: number
    response(values?: Record<string, unknown>): PDU
    [field: string]: unknown
  }

  export interface Session extends EventEmitter {
    send(pdu: PDU, answered?: (pdu: PDU) => void): boolean
    deliver_sm(values: Record<string, unknown>, answered?: (pdu: PDU) => void): boolean
    submit_sm(values: Record<string, unknown>, answered?: (pdu: PDU) => void): boolean
    bind_transceiver(values: Record<string, unknown>, answered?: (pdu: PDU) => void): boolean
    enquire_link(values?: Record<string, unknown>, answered?: (pdu: PDU) => void): boolean
    unbind(values?: Record<string, unknown>, answered?: (pdu: PDU) => void): boolean
    close(): void
    destroy(): void
  }

  export interface Server extends NetServer {
    sessions: Session[]
    address(): AddressInfo
  }

  const smpp: {
    createServer(options: Record<string, unknown>, take: (session: Session) => void): Server
    connect(options: Record<string, unknown>, connected?: () => void): Session
    addTLV(name: string, definition: Record<string, unknown>): void
    errors: Record<string, number>
  }
  export default smpp
}
