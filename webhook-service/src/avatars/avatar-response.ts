import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { avatarHashPattern } from '@gatehouse/proto/avatars'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import fresh from 'fresh'
import parseRange from 'range-parser'
import type { AvatarStore } from './avatar-store.ts'

type AvatarRequest = { method: string; url: string; headers: IncomingHttpHeaders }

type AvatarResponse = { status: number; headers: OutgoingHttpHeaders; body?: Buffer }

/** `/avatars/{webhook_id}/{hash}` and nothing else. The hash is that of the image, so a response never changes. */
export async function avatarResponse(
  avatars: Pick<AvatarStore, 'find'>,
  { method, url, headers }: AvatarRequest,
): Promise<AvatarResponse> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } }
  const [, root, id = '', hash = '', ...rest] = url.split('/')
  if (root !== 'avatars' || !isSnowflake(id) || !avatarHashPattern.test(hash) || rest.length > 0)
    return { status: 404, headers: {} }
  const image = await avatars.find(id, hash)
  if (!image) return { status: 404, headers: {} }
  const etag = `"${hash}"`
  const common = { etag, 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'bytes' }
  // fresh() would also apply Cache-Control of the request, which is for caches.
  if (fresh({ 'if-none-match': headers['if-none-match'] }, { etag })) return { status: 304, headers: common }
  return rangeOf(image.bytes, { ...common, 'content-type': image.contentType }, { etag, headers })
}

/** One range; several, or a malformed one, are answered with the whole image (RFC 9110, section 14.2). */
function rangeOf(
  bytes: Buffer,
  common: OutgoingHttpHeaders,
  { etag, headers }: { etag: string; headers: IncomingHttpHeaders },
): AvatarResponse {
  const isForThis = headers['if-range'] === undefined || headers['if-range'] === etag
  const ranges = headers.range !== undefined && isForThis ? parseRange(bytes.length, headers.range) : -2
  if (ranges === -1) return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } }
  const [range, ...others] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  if (!range || others.length > 0) return { status: 200, headers: common, body: bytes }
  const contentRange = `bytes ${range.start}-${range.end}/${bytes.length}`
  const part = bytes.subarray(range.start, range.end + 1)
  return { status: 206, headers: { ...common, 'content-range': contentRange }, body: part }
}
