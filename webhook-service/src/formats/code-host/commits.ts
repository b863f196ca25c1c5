import { type Payload, textAt } from '../payload.ts'
import { inlineCode, link, toMarkdownLine } from '../text/markdown.ts'
import { trimInvisibleStart } from '../text/visible-text.ts'
import { writtenLine } from './build-embed.ts'

type Commit = {
  hash: string | undefined
  message?: string | undefined
  author?: string | undefined
  url?: unknown
}

/** `hash subject – author`; empty without any of them. */
export function commitLine({ hash, message, author, url }: Commit): string {
  const subject = subjectOf(message)
  return [
    hash && link(inlineCode(trimInvisibleStart(hash).slice(0, 7), 7), url),
    subject && writtenLine(subject, 200),
    author && `– ${toMarkdownLine(author, 80)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function subjectOf(message = ''): string | undefined {
  return trimInvisibleStart(message).split(/[\r\n]/, 1)[0]
}

/** Payloads of checks and deployments have no URL of the commit. */
export function commitUrl(payload: Payload, hash: string | undefined): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  return repository && hash && /^[0-9a-f]{7,64}$/i.test(hash) ? `${repository}/commit/${hash}` : undefined
}
