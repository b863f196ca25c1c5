import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A range service with the given breached passwords; `answer` replaces its response. */
export async function fakeRangeService(breached: Record<string, number> = {}) {
  const requests: { path: string; padding: string | string[] | undefined }[] = []
  const honest: Answer = ({ url = '' }, response) =>
    response.end(rangeOf(breached, url.slice('/range/'.length)))
  const service = {
    requests,
    /** Replaces the response. */
    answer: honest,
    honest,
    /** All lines of a range, with padding. */
    range: (prefix: string) => rangeOf(breached, prefix),
    url: '',
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', padding: request.headers['add-padding'] })
    service.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`
  return service
}

export type RangeService = Awaited<ReturnType<typeof fakeRangeService>>

function rangeOf(breached: Record<string, number>, prefix: string): string {
  const known = Object.entries(breached)
    .map(([password, count]) => ({ digest: sha1(password), count }))
    .filter(({ digest }) => digest.startsWith(prefix))
    .map(({ digest, count }) => `${digest.slice(5)}:${count}`)
  const others = Array.from(
    { length: 800 },
    (_, index) => `${sha1(`${prefix} ${index}`).slice(5)}:${index % 3}`,
  )
  return [...others.slice(0, 400), ...known, ...others.slice(400)].join('\r\n')
}

export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase()
}
