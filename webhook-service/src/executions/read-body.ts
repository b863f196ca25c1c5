import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { type Body, collectBody } from './collect-body.ts'
import type { FormatRules } from './formats.ts'
import { formOf } from './read-payload.ts'

type Reading = {
  head: Pick<ExecuteHead, 'contentType' | 'contentEncoding'>
  format: Pick<FormatRules, 'maxBytes' | 'unreadable'>
  /** As collectBody has them. */
  take: (bytes: number) => void
  onBytes: (bytes: Uint8Array) => void
}

/** The whole body of a post, within what its format allows. What cannot be read is refused before it is read. */
export async function readBody(
  data: AsyncIterable<Uint8Array>,
  { head, format, take, onBytes }: Reading,
): Promise<Body> {
  try {
    // Nobody should send 25 MiB of what we cannot read.
    const isJson = formOf(head.contentType) === 'json'
    const { maxBytes } = format
    return await collectBody(data, { maxBytes, encoding: head.contentEncoding, isJson, take, onBytes })
  } catch (error) {
    throw hasCode(error, 'UNSUPPORTED_MEDIA_TYPE') ? format.unreadable(error) : error
  }
}
