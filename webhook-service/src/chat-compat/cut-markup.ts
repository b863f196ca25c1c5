import { cutMarkdown } from '../messages/cut-text.ts'

const closing = '\n```'

/** At most `limit` code points; a code block that is cut in two is closed again, so that it does not swallow what follows. */
export function cutMarkup(text: string, limit: number): string {
  const cut = cutMarkdown(text, limit)
  if (cut === text || !isInsideCodeBlock(cut)) return cut
  const shorter = cutMarkdown(text, limit - closing.length)
  return isInsideCodeBlock(shorter) ? `${shorter}${closing}` : shorter
}

function isInsideCodeBlock(text: string): boolean {
  return text.split('```').length % 2 === 0
}
