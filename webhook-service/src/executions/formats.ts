import { type ExecutionFormat, executionFormats, type FormatName } from '@gatehouse/proto/executions/formats'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { firstHeader } from '../first-header.ts'
import { headerResource } from '../formats/error-tracker/header-resource.ts'
import { codeHostScheme, errorTrackerScheme, type SignatureScheme } from '../signatures/signature-scheme.ts'

export type FormatRules = ExecutionFormat & {
  name: FormatName
  /** Empty if the headers do not name the event. */
  eventOf: (headers: Record<string, string>) => string
  signature: SignatureScheme | null
}

const formats: Partial<Record<Format, FormatRules>> = {
  [Format.CODE_HOST]: {
    name: 'code-host',
    ...executionFormats['code-host'],
    eventOf: (sent) => firstHeader(executionFormats['code-host'].headers.event, sent)?.value ?? '',
    signature: codeHostScheme,
  },
  [Format.ERROR_TRACKER]: {
    name: 'error-tracker',
    ...executionFormats['error-tracker'],
    eventOf: headerResource,
    signature: errorTrackerScheme,
  },
  [Format.CHAT_COMPAT]: {
    name: 'chat-compat',
    ...executionFormats['chat-compat'],
    eventOf: () => '',
    signature: null,
  },
  [Format.NATIVE]: {
    name: 'native',
    ...executionFormats.native,
    eventOf: () => '',
    signature: null,
  },
}

const rulesOfAll = Object.values(formats)

/** What the head of an execution says about its body, for the renderer. */
export function renderJob(
  { name, eventOf }: FormatRules,
  { contentType, headers }: { contentType: string; headers: Record<string, string> },
) {
  const sentAs = rulesOfAll.find((rules) => firstHeader(rules.headers.event, headers))?.name ?? null
  return { format: name, contentType, event: eventOf(headers), sentAs }
}

export function formatRules(format: Format): FormatRules {
  const rules = formats[format]
  if (!rules) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', { message: 'Unknown format.' })
  return rules
}
