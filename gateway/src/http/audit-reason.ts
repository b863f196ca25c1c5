import { maxAuditReasonLength } from '@gatehouse/proto/field-bounds'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { codePoints } from '@gatehouse/service-kit/fields/text'

/** Of a code point in percent-encoded UTF-8. */
const maxEncodedLength = 12

/** Parses `X-Audit-Log-Reason`, percent-encoded UTF-8. An invalid value is ignored. */
export function readAuditReason(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.length > maxAuditReasonLength * maxEncodedLength) return undefined
  try {
    // Node decodes headers as Latin-1; some clients send UTF-8 without encoding it.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
    const reason = cleanLine(decodeURIComponent(text))
    return reason !== '' && codePoints(reason) <= maxAuditReasonLength ? reason : undefined
  } catch {
    return undefined
  }
}
