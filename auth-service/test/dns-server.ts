import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, type Question, RECURSION_AVAILABLE } from 'dns-packet'

/**
 * The response for a name: its records by type, the code of a failure, or none. MX records are host names, `''` being the null MX.
 */
export type Zone = Record<
  string,
  Partial<Record<'MX' | 'A' | 'AAAA', string[]>> | 'SERVFAIL' | 'REFUSED' | 'silence'
>

/** The response codes of RFC 1035, section 4.1.1, which share a field with the flags. */
const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }

/** A DNS server on UDP that answers from a table of names; any other name does not exist. */
export async function dnsServer(zone: Zone) {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    if (!question) return
    queries.push(`${question.type} ${question.name}`)
    const found = Object.hasOwn(zone, question.name) ? zone[question.name] : 'NXDOMAIN'
    if (found === 'silence') return
    const code = typeof found === 'string' ? found : 'NOERROR'
    const answers = typeof found === 'object' ? answersOf(question, found) : []
    const flags = RECURSION_AVAILABLE | responseCodes[code]
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, zone, queries, close: () => socket.close() }
}

function answersOf(
  { type, name }: Question,
  { MX = [], A = [], AAAA = [] }: Extract<Zone[string], object>,
): Answer[] {
  if (type === 'MX') {
    return MX.map((exchange) => ({
      type,
      name,
      ttl: 60,
      data: { exchange, preference: exchange === '' ? 0 : 10 },
    }))
  }
  if (type === 'A') return A.map((data) => ({ type, name, ttl: 60, data }))
  return type === 'AAAA' ? AAAA.map((data) => ({ type, name, ttl: 60, data })) : []
}
