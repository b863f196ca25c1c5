import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { parse as parseDisposition } from 'content-disposition'
import { parse as parseType } from 'content-type'

export type PartHead = {
  name: string
  /** The last part of the path; undefined if the part is a field. */
  filename: string | undefined
  charset: string
}

/** Takes the content of a part as it arrives. `end` is called after all of it. */
export type PartSink = { write(chunk: Buffer): void; end(): void }

const maxHeadBytes = 8192
const maxBoundaryBytes = 70
const lineEnd = '\r\n'

/**
 * Splits a multipart body (RFC 2046 section 5.1.1, RFC 7578) into its parts. Parses in `write` itself: a body that ends anywhere is an
 * error of `end`, never one that arrives later or not at all. What is before the first part and after the last is ignored.
 * `write` and `end` fail with INVALID_FORM_BODY.
 */
export class MultipartParser {
  readonly #delimiter: Buffer
  readonly #open: (head: PartHead) => PartSink
  #state: 'content' | 'delimiter' | 'head' | 'done' = 'content'
  #part: PartSink = ignoredPart
  /** What has arrived and is not known to be content yet. The first delimiter needs no line before it. */
  #pending: Buffer = Buffer.from(lineEnd)

  /** @param open is called with the head of each part */
  constructor(contentType: string, open: (head: PartHead) => PartSink) {
    const { boundary = '' } = parseType(contentType).parameters
    if (boundary === '' || boundary.length > maxBoundaryBytes) throw malformed()
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`)
    this.#open = open
  }

  write(chunk: Uint8Array): void {
    if (this.#state === 'done') return
    this.#pending = Buffer.concat([this.#pending, chunk])
    while (this.#parse());
  }

  end(): void {
    if (this.#state !== 'done') throw malformed()
  }

  /** Whether there can be more in what has arrived. */
  #parse(): boolean {
    switch (this.#state) {
      case 'content':
        return this.#parseContent()
      case 'delimiter':
        return this.#parseDelimiter()
      case 'head':
        return this.#parseHead()
      case 'done':
        return false
    }
  }

  #parseContent(): boolean {
    const at = this.#pending.indexOf(this.#delimiter)
    const isWhole = at >= 0
    // The rest can be the start of a delimiter.
    const end = isWhole ? at : Math.max(0, this.#pending.length - this.#delimiter.length + 1)
    if (end > 0) this.#part.write(this.#pending.subarray(0, end))
    this.#pending = this.#pending.subarray(isWhole ? end + this.#delimiter.length : end)
    if (isWhole) this.#state = 'delimiter'
    return isWhole
  }

  #parseDelimiter(): boolean {
    if (this.#pending.length < 2) return false
    const next = this.#pending.toString('latin1', 0, 2)
    if (next === '--' || next === lineEnd) {
      this.#part.end()
      this.#part = ignoredPart
      // The end of this line stays: a head without fields is one more.
      this.#state = next === '--' ? 'done' : 'head'
    } else {
      this.#part.write(this.#delimiter)
      this.#state = 'content'
    }
    return true
  }

  #parseHead(): boolean {
    const end = this.#pending.indexOf(lineEnd + lineEnd)
    if ((end < 0 ? this.#pending.length : end) > maxHeadBytes) throw malformed()
    if (end < 0) return false
    this.#part = this.#open(readHead(this.#pending.toString('utf8', 0, end)))
    this.#pending = this.#pending.subarray(end + 2 * lineEnd.length)
    this.#state = 'content'
    return true
  }
}

export const ignoredPart: PartSink = { write: () => {}, end: () => {} }

function readHead(text: string): PartHead {
  const fields = new Map<string, string>()
  for (const line of text.split(lineEnd)) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const { name = '', filename } = parseDisposition(fields.get('content-disposition') ?? '', {
    multipart: true,
  }).parameters
  const { type, parameters } = parseType(fields.get('content-type') ?? '')
  const isFile = filename !== undefined || type === 'application/octet-stream'
  return {
    name,
    filename: isFile ? (filename ?? '').replace(/^.*[/\\]/s, '') : undefined,
    charset: parameters.charset ?? 'utf-8',
  }
}

export function malformed(): Error {
  return invalidFields({ root: 'INVALID_FORMAT' })
}
