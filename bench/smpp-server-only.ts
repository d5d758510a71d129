/**
 * An SMPP server by another package, as a separate process: accepts and counts everything. On
 * 'count' it returns the number.
 */
import smpp, { type PDU } from 'smpp'

let count = 0
const server = smpp.createServer({}, session => {
  session.on('error', () => {})
  for (const command of ['bind_transceiver', 'enquire_link'])
    session.on(command, (pdu: PDU) => session.send(pdu.response()))
  session.on('unbind', (pdu: PDU) => {
    session.send(pdu.response())
    session.close()
  })
  session.on('submit_sm', (pdu: PDU) => {
    count++
    session.send(pdu.response({ message_id: count.toString(16) }))
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: server.address().port }))
process.on('message', () => {
  process.send!({ count })
  count = 0
})
