import DNS from 'dns2'

const { Packet } = DNS
type Kind = 'MX' | 'A' | 'AAAA'

/**
 * What a name has: its records by type, the code of a failure, or silence. MX records are host names, `''` being the null MX.
 */
export type Zone = Record<string, Partial<Record<Kind, string[]>> | 'SERVFAIL' | 'REFUSED' | 'silence'>

/** A DNS server on UDP that answers from a table of names; any other name does not exist. */
export async function dnsServer(zone: Zone) {
  const asked: string[] = []
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const [question] = request.questions
      const name = question?.name ?? ''
      const kind = kindOf(question?.type)
      asked.push(`${kind} ${name}`)
      const found = Object.hasOwn(zone, name) ? zone[name] : undefined
      if (found === 'silence') return
      const response = Packet.createResponseFromRequest(request)
      if (found === undefined || question === undefined) response.header.rcode = Packet.RCODE.NXDOMAIN
      else if (typeof found === 'string') response.header.rcode = Packet.RCODE[found]
      else response.answers.push(...recordsOf(question, kind, found[kind] ?? []))
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  if (!udp) throw new Error('The DNS server does not listen.')
  return { address: `127.0.0.1:${udp.port}`, zone, asked, close: () => server.close() }
}

function kindOf(type: number | undefined): Kind {
  if (type === Packet.TYPE.MX) return 'MX'
  return type === Packet.TYPE.AAAA ? 'AAAA' : 'A'
}

function recordsOf(question: DNS.Packet.Question, kind: Kind, values: string[]) {
  return values.map((value) =>
    Packet.createResourceFromQuestion(question, {
      ttl: 60,
      ...(kind === 'MX' ? { exchange: value, priority: value === '' ? 0 : 10 } : { address: value }),
    }),
  )
}
