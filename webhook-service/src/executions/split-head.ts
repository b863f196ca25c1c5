import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

/** One part of an execution or of a preview. */
type Part<Head> = {
  part?:
    | { $case: 'head'; value: Head }
    | { $case: 'data'; value: Uint8Array }
    | { $case: 'end'; value: boolean }
    | undefined
}

/** The head of an execution, and its body as it arrives. A caller that sends no head first gets INVALID_FORM_BODY. */
export async function splitHead<Head>(
  requests: AsyncIterable<Part<Head>>,
): Promise<{ head: Head; data: AsyncIterable<Uint8Array> }> {
  const iterator = requests[Symbol.asyncIterator]()
  const { value: first, done } = await iterator.next()
  if (done || first.part?.$case !== 'head') throw noHead()
  return { head: first.part.value, data: dataOf(iterator) }
}

async function* dataOf(iterator: AsyncIterator<Part<unknown>>): AsyncGenerator<Uint8Array> {
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const { part } = next.value
    if (part?.$case === 'head') throw noHead()
    if (part?.$case === 'end') return
    if (part) yield part.value
  }
  throw cutOff()
}

// Nobody waits for this answer: it only keeps half a body from being taken for a whole one.
function cutOff(): ServiceError {
  return new ServiceError('REQUEST_TIMEOUT', { message: 'The body was cut off.' })
}

function noHead(): ServiceError {
  return new ServiceError('INVALID_FORM_BODY', { message: 'An execution is one head, its body and an end.' })
}
